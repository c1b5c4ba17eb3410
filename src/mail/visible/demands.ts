// Beginnings of words that ask for more than to be looked at: to pass on, to pay, to delete, to confirm. They make a verdict stricter
// and never milder: a text without them is not cleared by that. Lines are languages.

const stems = `reimburs|mark(?:s|ed)?(?= |$)|accept|grant|archive(?= |$)|mute|pass|wire|wiring|erase|attach|disclos|reveal|submit|authori[sz]|remit|redirect|resend|bcc|cc|leak|obey|execut|impersonat
erstatt|zurückerstatt|leite|weiterleit|leitet|übermitt|zahl|bezahl|lösch|bestätig|anhäng|überweis|weitergeb|gebt?(?= )|schick|vernicht|genehmig|freigeb|gib(?:t)?(?= |$)|akzept|markier|archivier|vertrau(?:e|en)(?= |$)|notier|trag(?:e|en)?(?= |$)|nimm|merk
rembours(?:e[rz])|transm|transfér|réexpéd|expédi|pay(?:e|ez|er)|supprim|effac|joign|joindr|communiqu|vir(?:ez|er)|valid(?:e|ez|er)|inclu[tr]|accept(?:e[rz]?)|marqu(?:e[rz]?)(?= |$)|archiv(?:e[rz])|ajout(?:e[rz])|signal
reembols(?:a|e|ar|en)(?= |$)|reenv|respond|contest|pag(?:a|ue|ar|uen)|borr|elimin|adjunt|transfi|apru|mand|remit|acept|marc(?:a|ar|ad|que)(?= |$)|archiv(?:a|ar|e)(?= |$)|conced
rimbors(?:a|are|ate)(?= |$)|inoltr|rispon|paga|cancell|elimin|alleg|trasfer|mand|approv|sped(?!izion)|accett|contrassegn|archivi(?:a|are)(?= |$)|conced
terugbeta(?:al|len)|stuur|sture|doorst|antwoord|beantw|betaal|betal|verwijd|goedkeur|bijvoeg|overmaak|keur(?= |$)|accepteer|markeer|archiveer
encaminh|repass|pague|pagar|apag|exclu|anex|transfir|aprov|mande|envie
prześ|przesł|wyśl|wysł|odpis|odpowi|zapłac|zapłać|przele|usu[nń]|skasuj|potwierd|przekaż|przekaz|dołąc|zatwierd|zaakcept|oznacz|zarchiw|zaufaj
skicka|vidarebef|svara|betala|radera|godkän|bifoga|överför|videresend|svar|betal|slet|godkend|vedhæft|overfør
pošl|prepošl|prepos|poslat|zašl|přepošl|přeposl|odpov|zapla|smaž|schval|přilož|převe|předej|schvá|přijm|označ|prijm|zmaž|pripoj|zapla
gönder|ilet|yanıtla|cevapla|öde|sil(?:in|$)|onayla|ekle|aktar
отправ|присл|пришл|перешл|пересл|ответ|заплат|оплат|удал|подтверд|прилож|перевед|перевес|переда|сообщ|вышл
보내(?!(?: ?드|는| 드))|전달|답장|회신|송금|결제|삭제|승인|첨부
lähet|välit|poista|vastaa|maksa|hyväksy|liitä|siirrä
küld|továbbít|törö[lj]|válaszol|fize[st]|hagy(?:d|ja) jóvá|csatol|utal
trimite|redirecțion|șter[gs]|răspun[dz]|plăti|aprob|ataș|transfer
προ[ωώ]θ|στε[ιί]λ|στ[εέ]λν|διαγρ[αά]ψ|απ[αά]ντ|πληρ[ωώ]|εγκρ[ιί]|επισυν[αά]ψ|μεταφ[εέ]ρ
persių|siųsk|ištrin|atsaky|apmok|patvirtin|pridė|pārsūt|nosūt|dzēs|atbild|samaks|edasta|saat(?:ke|ma)|kustuta|vasta(?:ke|ta)
переслі|надішл|надсил|відправ|видал|відпов|сплат|підтвер|прикріп|переказ|изпрат|препрат|изтри|отговор|плат(?:и|ете)
gửi|chuyển|xóa|trả|thanh|duyệt|đính
kirim|terus(?:k|$)|hapus|balas|bayar|setuju|lampir|transfer
أرسل|ارسل|حو[ّ]?ل|احذف|أجب|رد(?:$|وا)|ادفع|وافق|أرفق
שלח|העבר|מחק|השב|שלמ|אשר|צרף
भेज|अग्रेषित|मिटा|हटा|भुगतान|स्वीकृत|जवाब
pošalji|proslijedi|prosledi|izbriš|obriš|odgovor|plati|odobr|prilož`;

const demand = new RegExp(`^(?:${stems.replaceAll("\n", "|")})`, "u");
const unspaced =
  /送[っりろれ付信金]|転送|返信|返送|削除|支払|払[いっう]|承認|添付|教え|渡[しせ]|知らせ|届け[てろ]|(?<![已向为為会會])(?:发送|發送|寄[给給])|发给|發給|转[发给寄]|轉[發給寄]|回[复覆]|删|刪|支付|付款|汇[款给]|匯款|批准|附上|告[诉訴]|ส่งต่อ|ส่ง(?:ให้|ไป|กลับ)|ลบ|ตอบกลับ|โอน|ชำระ|อนุมัติ|แนบ/;

/** Whether a text has one. @param own its words in lower case */
export function isDemand(text: string, own: readonly string[]): boolean {
  return own.some((word) => demand.test(word)) || unspaced.test(text);
}
