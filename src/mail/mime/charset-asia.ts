// Chinese, Japanese and Korean without a label, told by their most frequent characters: short texts escape the statistics, and look
// like Thai or Western letters. Pure, linear in the sample.

type AsianCharset = "gb18030" | "big5" | "euc-kr" | "shift_jis" | "euc-jp";

const setOf = (characters: string) => new Set(characters);
const punctuation = "，。、！？：；「」（）";

const japanese = setOf(
  "あいうえおかがきくけこさしすせそただちっつてでとどなにのはまみめもやゆよらりるれろわをんですのメール日本人月年時会社",
);

/** Characters of ordinary text, most of them among the first hundreds; another charset's octets meet some in twenty. */
const frequent: Readonly<Record<AsianCharset, ReadonlySet<string>>> = {
  gb18030: setOf(
    `的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说面而方后多定行学法所民得经十三之进等部度家里如高自二理起小现实加量都点从业本去好应开合还因由其些然前外天日那事平相全间与关各重新内数正心你明看请谢您收单支持查感付款邮件客户信息服务通知公司订已改没问很吗吧月价格附文${punctuation}`,
  ),
  big5: setOf(
    `的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說面而方後多定行學法所民得經十三之進等部度家裡如高自二理起小現實加量都點從業本去好應開合還因由其些然前外天日那事平相全間與關各重新內數正心你明看請謝您收單支持查感付款郵件客戶信息服務通知公司訂已改沒問很嗎吧月價格附文${punctuation}`,
  ),
  "euc-kr": setOf(
    "이다는의에을를가고하은도로서지한사기어대시인자리아나해요니습감합안녕있것수들그네알겠보일정여부분과와으제모든신회메일주전게면만까금내년월오좋드립님되되었우구",
  ),
  shift_jis: japanese,
  "euc-jp": japanese,
};
/** Frequent characters of a hundred beyond ASCII in ordinary text, at least. */
const leastShare: Readonly<Record<AsianCharset, number>> = {
  gb18030: 30,
  big5: 30,
  "euc-kr": 35,
  shift_jis: 35,
  "euc-jp": 35,
};
const fewestCharacters = 4;

/** The charset in which a text is ordinary Chinese, Japanese or Korean; null: none is. @param sample lines with bytes beyond ASCII */
export function asianCharset(sample: Uint8Array): AsianCharset | null {
  let best: { name: AsianCharset; share: number } | null = null;
  for (const name of Object.keys(frequent) as AsianCharset[]) {
    const share = shareOf(new TextDecoder(name).decode(sample), frequent[name]);
    if (share >= leastShare[name] && share > (best?.share ?? 0)) best = { name, share };
  }
  return best?.name ?? null;
}

/** How many of a hundred characters beyond ASCII are among some; 0 where an octet is none but at the end, where the sample is cut. */
function shareOf(text: string, some: ReadonlySet<string>): number {
  const characters = [...text].filter((character) => character > "\u007f");
  const bad = characters.indexOf("\ufffd");
  if (characters.length < fewestCharacters || (bad >= 0 && bad < characters.length - 1)) return 0;
  return (characters.filter((character) => some.has(character)).length * 100) / characters.length;
}
