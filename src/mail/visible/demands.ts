// Beginnings of words that ask for more than to be looked at: to pass on, to pay, to delete, to confirm. They make a verdict stricter
// and never milder: a text without them is not cleared by that. Lines are languages.

const stems = `pass|wire|wiring|erase|attach|disclos|reveal|submit|authori[sz]|remit|redirect|resend|bcc|cc|leak|obey|execut|impersonat
leite|weiterleit|leitet|übermitt|zahl|bezahl|lösch|bestätig|anhäng|überweis|weitergeb|gebt?(?= )|schick|vernicht|genehmig|freigeb
transm|transfér|réexpéd|expédi|pay(?:e|ez|er)|supprim|effac|joign|joindr|communiqu|vir(?:ez|er)|valid(?:e|ez|er)|inclu[tr]
reenv|respond|contest|pag(?:a|ue|ar|uen)|borr|elimin|adjunt|transfi|apru|mand|remit
inoltr|rispon|paga|cancell|elimin|alleg|trasfer|mand|approv|sped
stuur|sture|doorst|antwoord|beantw|betaal|betal|verwijd|goedkeur|bijvoeg|overmaak
encaminh|repass|pague|pagar|apag|exclu|anex|transfir|aprov|mande|envie
prześ|przesł|wyśl|wysł|odpis|odpowi|zapłac|zapłać|przele|usu[nń]|skasuj|potwierd|przekaż|przekaz|dołąc|zatwierd
skicka|vidarebef|svara|betala|radera|godkän|bifoga|överför|videresend|svar|betal|slet|godkend|vedhæft|overfør
pošl|poslat|zašl|přepošl|přeposl|odpov|zapla|smaž|schval|přilož|převe|předej
gönder|ilet|yanıtla|cevapla|öde|sil(?:in|$)|onayla|ekle|aktar
отправ|присл|пришл|перешл|пересл|ответ|заплат|оплат|удал|подтверд|прилож|перевед|перевес|переда|сообщ|вышл
보내|전달|답장|회신|송금|결제|삭제|승인|첨부`;

const demand = new RegExp(`^(?:${stems.replaceAll("\n", "|")})`, "u");
const unspaced =
  /送[っりろれ付信金]|転送|返信|返送|削除|支払|払[いっう]|承認|添付|教え|渡[しせ]|知らせ|届け[てろ]/;

/** Whether a text has one. @param own its words in lower case */
export function isDemand(text: string, own: readonly string[]): boolean {
  return own.some((word) => demand.test(word)) || unspaced.test(text);
}
