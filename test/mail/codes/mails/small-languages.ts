// Codes in Persian, Malay, Croatian, Slovene, Serbian, Estonian, Lithuanian, Latvian, Georgian, Armenian and Swahili, and numbers of goods,
// orders and places that are none.
import type { CodeMail } from "./code-mail.ts";

function mail(name: string, subject: string, text: string, code?: string): CodeMail {
  const from = "Service <no-reply@service.example>";
  return code === undefined ? { name, from, subject, text } : { name, from, subject, text, codes: [code] };
}

export const smallLanguages: CodeMail[] = [
  mail("is 1", "Staðfestingarkóði", "Kóðinn þinn er 551876.", "551876"),
  mail(
    "a number of which the middle is hidden",
    "Sign up",
    "We will send your verification code to 0170***4829.",
  ),
  mail("fa 1", "کد تأیید شما", "سلام،\n\nکد تأیید شما: 482915\n\nاین کد تا ۱۰ دقیقه معتبر است.", "482915"),
  mail("fa 3", "کد فعال‌سازی", "کد فعال‌سازی: 59310", "59310"),
  mail(
    "ms 1",
    "Kod pengesahan anda",
    "Hai Ali,\n\nKod pengesahan anda ialah 482915. Kod ini sah selama 10 minit.",
    "482915",
  ),
  mail(
    "ms 2",
    "Log masuk",
    "Gunakan kod keselamatan 735204 untuk log masuk. Jangan kongsi kod ini.",
    "735204",
  ),
  mail("ms 3", "Akaun", "Kata laluan sekali guna anda: 735204", "735204"),
  mail("hr 1", "Prijava", "Vaš verifikacijski kod je 482915. Vrijedi 10 minuta.", "482915"),
  mail("hr 2", "Sigurnosni kod", "Sigurnosni kod: 735204", "735204"),
  mail("hr 3", "Potvrda", "Kod za potvrdu: 735204\n\nNemojte ga dijeliti ni s kim.", "735204"),
  mail("hr 4", "Prijava", "Jednokratna lozinka za prijavu: 735204", "735204"),
  mail("sl 1", "Prijava", "Vaša potrditvena koda je 735204", "735204"),
  mail("sr 1", "Prijava", "Ваш верификациони код је 735204", "735204"),
  mail("sr 2", "Prijava", "Код за потврду: 735204", "735204"),
  mail("et 1", "Kinnituskood", "Sinu kinnituskood on 482915. See kehtib 10 minutit.", "482915"),
  mail("et 2", "Sisselogimine", "Turvakood: 735204", "735204"),
  mail("et 3", "Sisselogimine", "Ühekordne kood sisselogimiseks: 735204", "735204"),
  mail("lt 1", "Prisijungimas", "Jūsų patvirtinimo kodas: 482915. Jis galioja 10 minučių.", "482915"),
  mail("lt 2", "Prisijungimas", "Saugos kodas 735204", "735204"),
  mail("lt 3", "Prisijungimas", "Vienkartinis slaptažodis: 735204", "735204"),
  mail("lt 4", "Prisijungimas", "Jūsų prisijungimo kodas yra 735204", "735204"),
  mail("lv 1", "Pieslēgšanās", "Jūsu apstiprinājuma kods ir 735204", "735204"),
  mail("lv 2", "Pieslēgšanās", "Drošības kods: 735204", "735204"),
  mail("lv 3", "Pieslēgšanās", "Vienreizējā parole: 735204", "735204"),
  mail("ka 1", "შესვლა", "თქვენი დადასტურების კოდია 482915. ის მოქმედებს 10 წუთი.", "482915"),
  mail("ka 2", "კოდი", "ერთჯერადი კოდი: 735204", "735204"),
  mail("ka 3", "კოდი", "უსაფრთხოების კოდი: 735204", "735204"),
  mail("hy 1", "Կոդ", "Ձեր հաստատման կոդը՝ 735204", "735204"),
  mail("ms numbers of goods", "Pesanan", "Kod pesanan anda: 735204. Terima kasih."),
  mail("hr numbers of goods", "Narudžba", "Kod artikla: 735204. Poštanski broj 10000."),
  mail("et numbers of goods", "Tellimus", "Tootekood: 735204. Tellimuse number 482915."),
  mail(
    "lt numbers of goods",
    "Užsakymas",
    "Prekės kodas: 735204. Pašto kodas 44280. Įmonės kodas 302512345.",
  ),
  mail("lv numbers of goods", "Pasūtījums", "Preces kods: 735204. Pasta indekss LV-1010."),
  mail("fa numbers of goods", "سفارش", "کد سفارش: 735204. کد پستی 1234567890"),
  mail("ka numbers of goods", "შეკვეთა", "პროდუქტის კოდი: 735204. საფოსტო კოდი 0108"),
  mail("sw 1", "Ingia", "Nambari yako ya uthibitisho ni 667 210.", "667210"),
  mail("sw 2", "Ingia", "Msimbo wa usalama: 735204", "735204"),
  mail("zh: a ticket's number", "密码已修改", "您的密码已于2026年11月24日修改，工单号 884120。"),
  mail("zh: a request's number", "登录提醒", "您的申请编号 884120 已受理，请勿向他人透露密码。"),
];
