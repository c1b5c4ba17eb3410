// Mails of business that have codes of other kinds: discounts, bookings, receipts and invoices. There a word for any code is not enough.

import { stems } from "./patterns.ts";

/** One of these words is enough. */
const discount = stems(
  `coupon|discount|voucher|promo(?:tion(?:al)?)? ?codes?|gift ?cards?|\\d\\d? ?% off|at (?:the )?checkout|your (?:cart|basket)|referral code|refer a friend
  gutschein|rabatt|an der kasse|warenkorb|geschenkkarte
  r[ée]duction|code promo|bon d['’]achat|panier|carte cadeau|en caisse
  descuento|cup[óo]n|al pagar|(?:tu|la) cesta|(?:tu|el) carrito|tarjeta regalo|desconto|cupom|no carrinho|vale-presente|cartão-presente
  scont[oi]|buono|carrello|alla cassa|momento del pagamento|carta regalo
  korting|kassabon|winkelwagen|cadeaubon|cadeaukaart|rabat|koszyk|bon podarunkow|kupon|slev[auy]|košík|poukaz
  varukorg|i kassan|presentkort|indkøbskurv|gavekort|handlekurv|alennus|ostoskori|lahjakortti|kedvezmény|kosár|reducere|coșul
  скидк|промокод|корзин|подарочн|знижк|кошик|отстъпк|έκπτωση|καλάθι|indirim|sepet|hediye (?:çeki|kartı)|diskon|keranjang|giảm giá|giỏ hàng`,
  `优惠|優惠|折扣|结账|結帳|购物车|購物車|礼品卡|禮物卡|クーポン|割引|会計|カート|ギフトカード|쿠폰|할인|결제 시|장바구니|기프트|خصم|قسيمة|سلة|تخفیف|קופון|הנחה|עגלה|कूपन|छूट|कार्ट|ส่วนลด|คูปอง|ตะกร้า`,
);

/** One of these words is enough. */
const invoice = stems(
  `invoice|receipt|rechnung|quittung|facture|reçu|factura|recibo|fatura(?!\\p{L}{0,40}n? ?onay)|fattura|ricevuta|factuur|bonnetje|kassabon|faktur|paragon|účtenk|kvitto|kvittering|lasku|kuitti|számla|nyugta|чек(?!\\p{L})|счёт-фактур|квитанци|рахунок-фактур|τιμολόγι|απόδειξη|makbuz|struk|kuitansi|resit|invois|arve(?!\\p{L})|rēķin|ankara|risiti|hóa đơn|biên lai|payment (?:received|successful)|(?:charge|transaction|purchase|payment)[^.]{0,40} (?:was|has been) (?:made|approved|charged|completed|processed)|(?:terminal|merchant) (?:id|no|\\d)|(?:authori[sz]ation|approval|auth) code:? [a-z\\d]{4,8}[,;] (?:visa|mastercard|amex|maestro|card)|(?:card|account)[^.\n]{0,40} (?:was|has been) (?:charged|debited)|will post`,
  `发票|發票|收据|收據|請求書|領収書|영수증|세금계산서|فاتورة|إيصال|فاکتور|חשבונית|קבלה|चालान|रसीद|চালান|রসিদ|ரசீது|விலைப்பட்டியல்|ქვითარ|ใบเสร็จ|ใบแจ้งหนี้`,
);

/** Two that differ are. */
const booking = stems(
  `reservation|booking|itinerary|check[- ]?in|check[- ]?out|flight|nights?(?!\\p{L})|guests?(?!\\p{L})|adults?(?!\\p{L})|boarding|departure|arrival|hotel|free cancellation|your (?:trip|stay)
  buchung|reservierung|anreise|abreise|nächte|übernachtung|flug|gäste|stornierung
  réservation|arrivée|départ|nuits?(?!\\p{L})|voyageurs|vol(?!\\p{L})|séjour|enregistrement
  reserva|llegada|entrada:|salida|noches|huéspedes|vuelo|estancia|chegada|partida|noites|hóspedes|v[oô]o(?!\\p{L})|estadia
  prenotazione|arrivo|partenza|notti|ospiti|volo(?!\\p{L})|soggiorno|treno|carrozza
  boeking|reservering|aankomst|vertrek|nachten|gasten|vlucht|verblijf|rezerwacj|przyjazd|wyjazd|nocleg|lot(?!\\p{L})|gości|rezervac|příjezd|odjezd|hosté
  bokning|ankomst|avresa|nätter|gäster|flyg|afrejse|avreise|netter|varaus|saapumi|lähtö|yötä|foglalás|érkezés|éjszaka|rezervare|sosire|plecare|nopți
  бронирован|заезд|выезд|рейс|ноч(?:ь|и|ей)(?!\\p{L})|гост(?:ь|я|ей)|бронюван|заїзд|κράτηση|άφιξη|αναχώρηση|πτήση|διανυκτ|rezervasyon|konaklama|uçuş|kalkış|varış|gece(?!\\p{L})|misafir|pemesanan|tempahan|daftar (?:masuk|keluar)|penerbangan|malam(?!\\p{L})|rezervacij|dolazak|odlazak|noćenj|broneering|saabumi|lahkumi|ööd(?!\\p{L})|atvykim|išvykim|nakt(?:ys|ų|is|s)(?!\\p{L})|rezervācij|ierašan|izbraukšan|tamu(?!\\p{L})|đặt phòng|chuyến bay|khách(?!\\p{L})|đêm`,
  `预订|預訂|入住|退房|航班|酒店|住客|予約|チェックイン|チェックアウト|宿泊|\\d泊|\\d名様|便名|搭乗|예약|체크인|체크아웃|숙박|\\d박|투숙|항공편|حجز|الوصول|المغادرة|رحلة|ليال|رزرو|پرواز|הזמנ(?:ה|ת) (?:מלון|טיסה)|צ['’]ק|לילות|טיסה|बुकिंग|आरक्षण|उड़ान|चेक-?इन|বুকিং|ফ্লাইট|চেক-?ইন|முன்பதிவு|விமான|ჯავშ|ფრენ|การจอง|เช็คอิน|เที่ยวบิน`,
  "giu",
);

/** Return the kind of business that the first 20,000 characters of a mail are about; null for others. */
export function businessOf(text: string): "discount" | "payment" | null {
  const start = text.slice(0, 20_000);
  if (start.search(invoice) >= 0) return "payment";
  const words = new Set(Array.from(start.matchAll(booking), ([word]) => word.toLowerCase()));
  if (words.size >= 2) return "payment";
  return start.search(discount) >= 0 ? "discount" : null;
}
