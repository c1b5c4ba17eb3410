// Mails of business with numbers and codes of other kinds: nothing is found in them.
import { mailsOf } from "./code-mail.ts";

export const business = mailsOf([
  [
    "Reservation confirmed for Lisbon",
    "<p>You're going to Lisbon!</p><p>Check-in: Fri, Mar 13, 3:00 PM</p><p>Checkout: Mon, Mar 16</p><p>Confirmation code</p><p>HM4QXZ8K2A</p><p>Guests: 2</p>",
  ],
  [
    "Your flight confirmation",
    "Confirmation code: K7PQ2M\nFlight SK1422, 14 March, seat 12A.\nCheck in online from 24 hours before departure. Sign in to manage your trip.",
  ],
  [
    "Hotel Bristol: your booking",
    "Confirmation number: 88213412\nArrival 12 May 2026, 2 nights, 2 adults.\nFree cancellation until 10 May.\n\nSign in to your account to manage it: https://shop.example/account\nIf you did not make this purchase, contact us within 24 hours.\n",
  ],
  [
    "Confirmación de reserva",
    "Código de confirmación: H7K2PQ\nHotel Sol, 2 noches, 2 huéspedes. Entrada: 12/05/2026.\nInicia sesión para ver tu reserva.",
  ],
  [
    "Ihre Buchungsbestätigung",
    "Bestätigungsnummer: 77120443\nAnreise 12.05.2026, 2 Nächte. Melden Sie sich an, um die Buchung zu ändern.",
  ],
  [
    "Confirmation de réservation",
    "Numéro de confirmation : 5541207\nArrivée le 12 mai, 2 nuits. Connectez-vous pour modifier.",
  ],
  [
    "ご予約の確認",
    "確認番号：5520183\nチェックイン：5月12日 15:00\n2名様、2泊\nログインして予約を管理できます。",
  ],
  [
    "Payment received",
    "Authorization code: 014427\nCard ending in 4471\nAmount $52.10\nTerminal 00821\n\nSign in to your account to manage it: https://shop.example/account\nIf you did not make this purchase, contact us within 24 hours.\n",
  ],
  [
    "Your receipt",
    "Approval code 771204, merchant 88210, total 12.00 EUR. Keep this receipt.\n\nSign in to your account to manage it: https://shop.example/account\nIf you did not make this purchase, contact us within 24 hours.\n",
  ],
  [
    "Deposit scheduled",
    "Confirmation number 4410028. Amount $500.00 will post on 03/14/2026.\n\nSign in to your account to manage it: https://shop.example/account\nIf you did not make this purchase, contact us within 24 hours.\n",
  ],
  [
    "Invoice 2026-441",
    "Customer code: 44182\nSWIFT code: DEUTDEFF500\nSort code: 20-00-00\nHS code 847130\nZip code 94107\n\nSign in to your account to manage it: https://shop.example/account\nIf you did not make this purchase, contact us within 24 hours.\n",
  ],
  [
    "Fattura elettronica",
    "Codice cliente: 4418270\nCodice univoco: 0000000\nCodice destinatario KRRH6B9\nCodice CIG 7712044AB1\nCAP 20121\nAcceda all'area riservata per verificare la fattura.",
  ],
  [
    "Factura",
    "Código de cliente: 441827\nCódigo postal 28013\nCódigo de barras 8412345678905\nCódigo Swift BSCHESMM\nAcceda a su cuenta para verificar los datos. Válido hasta el 31/12/2026.",
  ],
  [
    "Rechnung",
    "Kundencode: 88201\nBLZ 37040044\nMaterial-Code 44720\nArtikelcode 5512\nMelden Sie sich im Kundenportal an. Gültig bis 31.12.2026.",
  ],
  [
    "Facture",
    "Code client : 441827\nCode APE : 6201Z\nCode postal 69002\nCode article 88120\nConnectez-vous à votre espace. Offre valable jusqu'au 31/12.",
  ],
  [
    "Faktura",
    "Kod klienta: 441827\nKod pocztowy 00-950\nKod produktu 7712\nZaloguj się, aby potwierdzić dane. Ważny do 31.12.2026.",
  ],
  [
    "Address update",
    "Your new address: 12 MG Road, Bengaluru, PIN code 560001. Log in to confirm it at https://shop.example/account",
  ],
  [
    "Crash report",
    "The app stopped with error code 500317. Exit code 1044. Enter the bug number 448120 when you sign in.",
  ],
  ["Refer a friend", "Your referral code is ANNA2026. Friends enter it at sign-up and get 10 EUR."],
  [
    "20% off just for you",
    "Enter code SPRING20 at checkout. Valid until 31 March 2026. Never miss a deal: sign in.",
  ],
  ["-15% auf alles", "Ihr Code: FRUEHLING15\nEinfach an der Kasse eingeben. Gültig bis 31.03.2026."],
  [
    "Votre bon d'achat",
    "Votre code : MERCI10\nÀ saisir dans votre panier. Valable jusqu'au 30 juin 2026. Une seule fois par client.",
  ],
  [
    "Tu regalo de cumpleaños",
    "Usa el código FELIZ2026 al pagar y llévate 10 € de descuento. Caduca el 31/03/2026.",
  ],
  [
    "Un regalo per te",
    "Usa il codice BUONGIORNO al momento del pagamento: 10% di sconto. Scade il 31/03/2026.",
  ],
  ["お誕生日クーポン", "クーポンコード：HBD2026\n会計時に入力してください。有効期限：2026年3月31日"],
  ["生日优惠", "优惠码：HB8820\n结账时输入，有效期至2026年3月31日。"],
  ["생일 쿠폰", "쿠폰 코드: HBD8820\n결제 시 입력해 주세요. 유효기간 2026.03.31"],
  ["Скидка 15%", "Ваш промокод: VESNA15\nВведите код в корзине. Действует до 31.03.2026."],
  ["Doğum günü hediyen", "İndirim kodun: DOGUM20\nÖdeme sayfasında gir. 31.03.2026'ya kadar geçerli."],
  [
    "Invitation : point projet",
    "Rejoindre : https://visio.example/j/95511204471\nNuméro de réunion : 955 112 044\nMot de passe : 771204",
  ],
  [
    "Convite: reunião",
    "Entrar na reunião: https://zoom.example/j/95511204471?pwd=abc1\nID da reunião: 955 1120 4471\nSenha de acesso: 771204",
  ],
  [
    "会議のご案内",
    "参加: https://zoom.example/j/95511204471\nミーティングID: 955 1120 4471\nパスコード: 771204",
  ],
  ["회의 초대", "회의 참가: https://zoom.example/j/95511204471\n회의 ID: 955 1120 4471\n암호: 771204"],
  ["会议邀请", "加入会议：https://meeting.example/dm/8Qk2\n会议号：955-112-044\n会议密码：771204"],
  [
    "Приглашение на встречу",
    "Подключиться: https://zoom.example/j/95511204471\nИдентификатор конференции: 955 1120 4471\nКод доступа: 771204",
  ],
  [
    "Riunione settimanale",
    "Partecipa: https://zoom.example/j/95511204471\nID riunione: 955 1120 4471\nPasscode: 771204",
  ],
  [
    "Termin",
    "Teams-Besprechung\nBesprechungs-ID: 955 112 044 71\nPasscode: hT7kQ2\nEinwählen: +49 69 5550 1177,,95511204#",
  ],
  ["Board call", "Join by phone: +1 646 555 0123\nAccess code: 771204\nHost PIN: 4471"],
  [
    "Your password was changed",
    "The password for your account was changed on 3 March 2026 at 10:14. If this was not you, reset it at https://s.example/reset or call 0800 555 0141.",
  ],
  [
    "New sign-in on Chrome",
    "<p>We noticed a new sign-in to your account on Chrome, Windows 11, IP 198.51.100.24, at 10:14.</p><p>If this was you, you don't need to do anything. If not, <a href='https://s.example/security?rid=88ab10c2'>check your account</a>.</p>",
  ],
  [
    "Two-factor authentication is on",
    "Two-step verification is now on for your account. You will be asked for a 6-digit code when you sign in. You have 10 backup codes left.",
  ],
  [
    "Ihr Paket kommt heute",
    "Sendungsnummer 00340434161120875501\nZustellung 10:15 - 12:15\nPLZ 50667\nMelden Sie sich an, um einen Ablageort zu wählen.",
  ],
  [
    "Statement",
    "Your statement is ready. Account 4471 0028 8120. Never share your PIN or one-time code. We will never ask for your password.\n\nSign in to your account to manage it: https://shop.example/account\nIf you did not make this purchase, contact us within 24 hours.\n",
  ],
  [
    "Webinar reminder",
    "<p>The webinar starts in 60 minutes.</p><p><a href='https://events.example/join/88ab10c2d7'>Join webinar</a></p><p>Webinar ID 955 1120 4471</p>",
  ],
  [
    "Rate your ride",
    "<p>How was it, Ann?</p><p><a href='https://r.example/s/88ab10c2d7?score=5'>Yes, it was great</a></p>",
  ],
  [
    "Your ticket",
    "Ticket 774120 for Thursday. Please enter by gate 4. Show this code at the door: BX-88120.",
  ],
  [
    "Confirm your appointment",
    "<p>Your appointment is on 12 May at 10:15.</p><p><a href='https://clinic.example/a/88ab10c2/confirm'>Confirm appointment</a></p>",
  ],
  [
    "Please confirm your order",
    "<p>Please confirm the delivery date of order 88120.</p><p><a href='https://shop.example/o/88120?key=88ab10c2'>Confirm date</a></p>",
  ],
  [
    "Newsletter 44",
    "<p>In this issue: 12000 readers, 48 pages, 2026 trends.</p><p><a href='https://l.example/c/88ab10c2d7?e=1'>Read on</a></p><p><a href='https://l.example/u/88ab10c2d7'>Unsubscribe</a> if you did not sign up.</p>",
  ],
  [
    "Your subscription renews",
    "<p>Your subscription renews on 1 April 2026 for $12.00.</p><p><a href='https://s.example/billing/88ab10c2d7'>Manage subscription</a></p><p>If you did not subscribe, ignore this mail.</p>",
  ],
  [
    "Document ready to sign",
    "<p>Ann sent you a document to review and sign. It expires in 24 hours.</p><p><a href='https://sign.example/d/88ab10c2d7ff'>Review document</a></p><p>Do not share this email. Access code: ask Ann.</p>",
  ],
  [
    "Your export is ready",
    "<p>Download it within 24 hours.</p><p><a href='https://s.example/exports/88ab10c2d7?token=zz91'>Download</a></p><p>If you did not request this, ignore this mail.</p>",
  ],
  ["Error code 1603", "Thanks. The error code is E1004 and it appears after I enter my password."],
  ["Errore", "Il codice di errore è 1603 quando inserisco la password."],
  ["خطا", "کد خطا: 4471. لطفا دوباره وارد شوید و تأیید کنید."],
  ["HTTP codes", "We see status code 5021 in 300 requests; code 1006 closes the socket. Sign in works."],
  ["Wifi", "The guest network is Larkspur. Ask reception for the password; the router is a FRITZ 7590."],
  ["发票", "发票代码：044031900111 发票号码：12345678 校验码：12345 67890 12345 67890"],
  ["Order confirmation", "Thank you!\nTotal 99.80 EUR\nShipping code: DHL-EXP\nSign in to see more."],
  ["Build broken", "Test 44 of 51 failed: expected token 1234, got 5678. Please verify."],
  ["Sąskaita", "Kliento kodas 441207, suma 12 €. Prisijunkite ir patvirtinkite."],
  ["Αριθμός παραγγελίας", "Κωδικός προϊόντος 8812. Συνδεθείτε για επιβεβαίωση."],
  ["बिजली बिल", "राशि 1200 रुपये। लॉगिन करके पुष्टि करें। त्रुटि कोड 4471"],
  ["Счёт за свет", "Сумма 1200 руб. Подтвердите до 25 числа. Код тарифа 4471."],
]);
