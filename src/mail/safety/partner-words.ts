// Partners in business, and addresses for goods and bills: with whom the owner of a mailbox deals, and where goods and money go. No
// footer has them. Lines are languages.

const partners = `(?:new|approved|preferred|trusted|our) (?:suppliers?|vendors?|partner|bankers?)|suppliers?(?= ?[:：])|vendors?(?= ?[:：])|payees?|beneficiar|remit|bankers(?= ?:)|(?:billing|delivery|shipping|remittance) address|sort code|(?:debt |bill )?collectors?(?!\\p{L})|creditors?(?!\\p{L})|treasurers?(?!\\p{L})|cashiers?(?!\\p{L})|(?:your|a|the) debts?(?!\\p{L})|new (?:billing |accounts |postal |mailing )?(?:office|address)(?!\\p{L})
lieferant(?:en)?(?!\\p{L})|inkasso|gläubiger|(?:neue|geänderte) (?:anschrift|adresse)(?!\\p{L})|kreditor|zahlungsempfänger|begünstigt|(?:liefer|rechnungs|versand)(?:anschrift|adresse)
fournisseurs?(?!\\p{L})|recouvrement|créanci|nouvelle adresse|cobrador|acreedor|nueva dirección|bénéficiaire|adresse de (?:livraison|facturation)|proveedor(?:es)?(?!\\p{L})|dirección de (?:envío|facturación|entrega)
fornitor[ei](?!\\p{L})|creditore|nuovo indirizzo|beneficiari|indirizzo di (?:consegna|fatturazione|spedizione)|fornecedor|beneficiári|(?:endereço|morada) de (?:entrega|fatura|cobrança)
leverancier|incasso|schuldeiser|nieuw adres|begunstigde|crediteur|(?:factuur|aflever|bezorg)adres|dostawc(?:a|y|ów)(?!\\p{L})|beneficjent|kontrahent|adres (?:dostawy|rozliczeniowy)
leverantör|leverandør|betalningsmottagare|betalingsmottaker|(?:leverans|leverings|faktur(?:erings)?|fakturerings)adress|toimittaja(?= ?:)|tavarantoimittaj|maksunsaaj|(?:toimitus|laskutus)osoit
dodavatel|dodávateľ|příjemce plat|príjemca plat|(?:dodací|fakturační|fakturačná) adres|beszállító|kedvezményezett|(?:szállítási|számlázási) cím|furnizor|adresa de (?:livrare|facturare)
dobavljač|dobavitelj|adresa za (?:dostavu|račun)|tarnija|piegādātāj|tiekėj|gavėjas
поставщик|получатель платеж|бенефициар|адрес доставки|постачальник|доставчик|προμηθευτ|δικαιούχ|διεύθυνση (?:παράδοσης|χρέωσης)|tedarikçi|(?:teslimat|fatura) adresi|nhà cung cấp|người thụ hưởng|pemasok|pembekal`;

const unspacedPartners =
  /仕入先|取引先|振込先|受取人|納品先|請求先|供应商|供應商|收款|受益人|账单地址|帳單地址|收货地址|거래처|공급업체|수취인|ผู้ขาย(?=[:：])|المورد|المستفيد|تأمین[‌ ]?کننده|ספק(?=[:： ])|מוטב|आपूर्तिकर्ता|लाभार्थी/u;

const ofPartners = new RegExp(`(?<![\\p{L}\\p{N}])(?:${partners.replaceAll("\n", "|")})`, "u");

/** Whether a sentence names a partner in business or an address for goods and bills. @param lower in small letters */
export function namesPartner(lower: string): boolean {
  return ofPartners.test(lower) || unspacedPartners.test(lower);
}
