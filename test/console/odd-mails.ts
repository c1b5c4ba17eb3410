// Mail that strains a layout: words and addresses without an end, many recipients, other scripts and directions.
import type { PageOf } from "../support/app/api.ts";
import type { SuiteApp } from "../support/app/app.ts";

const endless = `${"Donaudampfschifffahrtselektrizitaeten".repeat(6)}hauptbetriebswerk`;
const longAddress = `${"a-very-long-name-".repeat(3)}x@${"a-long-label.".repeat(6)}example`;
const manyRecipients = Array.from({ length: 50 }, (_, n) => `Guest Number ${n} <guest${n}@far.example>`);

/** Threads of an address of their own; the pages that show them. */
export async function oddPages(t: SuiteApp): Promise<Record<string, string>> {
  const desk = await t.address({
    local_part: `the-desk-with-${"a-long-name-".repeat(3)}${t.kind}`,
    display_name: endless.slice(0, 120),
  });
  const mails = {
    long: {
      from: { name: endless.slice(0, 150), address: longAddress },
      subject: `${endless} and ${"a subject that goes on and on ".repeat(8)}`,
      text: `${endless}\n\nhttps://far.example/${"path/".repeat(60)}\n\n${"No space ".repeat(3)}${"x".repeat(400)}`,
      attachments: [
        { filename: `${endless}.txt`, content: "x" },
        { filename: "b.txt", content: "y" },
      ],
    },
    recipients: {
      from: "Ada <ada@far.example>",
      cc: manyRecipients,
      subject: "To fifty people",
      text: "Hello everybody.\n\n> Quoted\n> text",
    },
    rtl: {
      from: "דנה כהן <dana@far.example>",
      subject: "שאלה לגבי החדר שלי בשבוע הבא (room 7)",
      text: "שלום,\n\nאני מגיעה ביום שישי בשעה 18:00. האם אפשר לקבל את room 7 שוב?\n\nתודה,\nדנה\n\nمرحبا، هل يمكنني الدفع نقدًا؟",
    },
    cjk: {
      from: "山田太郎 <taro@far.example>",
      subject: "来週の予約についてのお問い合わせ：朝食付きの部屋は空いていますか",
      text: "お世話になっております。\n\n来週の金曜日から日曜日まで、二名で宿泊したいと考えております。朝食付きの部屋は空いていますでしょうか。\n\n山田太郎",
    },
    wide: {
      from: "Wide <wide@far.example>",
      subject: "A wide table",
      html: `<h1>Wide</h1><table width="1400"><tr>${Array.from({ length: 12 }, (_, n) => `<td style="width:120px">Column ${n}</td>`).join("")}</tr></table><pre>${"x".repeat(300)}</pre><p>${endless}</p>`,
      text: "Wide",
    },
  };
  for (const mail of Object.values(mails)) {
    const envelope = { from: "a@far.example", to: desk.email };
    await t.mail({ to: desk.email, envelope, ...mail });
  }
  const { data } = (
    await t.api.get<PageOf<{ id: string; subject: string }>>(`/threads?identity_id=${desk.id}`)
  ).json;
  const pages = Object.entries(mails).map(([name, { subject }]) => {
    const id = data.find((one) => one.subject.startsWith(subject.slice(0, 20)))!.id;
    return [`odd-${name}`, `/console/threads/${id}?list=open&address=${desk.id}`];
  });
  const query = `address=${desk.id}&to=${encodeURIComponent(manyRecipients.join(", "))}`;
  return {
    "odd-list": `/console/mail/open?address=${desk.id}`,
    "odd-write": `/console/write?${query}`,
    "odd-devices": `/console/settings/devices?identity=${desk.id}`,
    ...Object.fromEntries(pages),
  };
}
