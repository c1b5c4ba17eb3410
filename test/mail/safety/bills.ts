// Bills, notices and newsletters whose plain part comes from another template than their HTML, and says who sends them besides; and
// the same mails with one sentence more that somebody would act on.
import type { Newsletter } from "./newsletter.ts";

export const billsMails: readonly Newsletter[] = [
  {
    name: "a receipt from two templates",
    from: "receipts+acct_1@stripe.example",
    subject: "Your receipt from Plotboard Inc. #2310-4471",
    plain:
      "Receipt from Plotboard Inc. [#2310-4471] Amount paid $29.00 Date paid Nov 3, 2025, 9:12:44 AM\n\n================================================================\nSUMMARY\nPlotboard Team × 1: $29.00\nAmount charged: $29.00\n================================================================\nPayment method: Visa - 4242\n\nIf you have any questions, contact us at billing@plotboard.example (mailto:billing@plotboard.example) or call us at +1 617-555-0142.\n\nYou're receiving this email because you made a purchase at Plotboard Inc., which partners with Stripe to provide invoicing and payment processing.",
    html: '<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">Receipt from Plotboard Inc. [#2310-4471] Amount paid $29.00 Date paid Nov 3, 2025, 9:12:44 AM</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><h1>Receipt from Plotboard Inc.</h1><p>$29.00</p><p>Paid November 3, 2025</p><table><tr><td>Receipt number</td><td>2310-4471</td></tr><tr><td>Invoice number</td><td>A1B2C3-0007</td></tr><tr><td>Payment method</td><td><img alt="Visa" src="https://stripe-images.example/visa.png" height="14"> - 4242</td></tr></table><p>Plotboard Team</p><p>Qty 1</p><p>$29.00</p><p>Total $29.00</p><p>Amount paid $29.00</p><p>Questions? Contact us at <a href="mailto:billing@plotboard.example">billing@plotboard.example</a> or call us at <a href="tel:+16175550142">+1 617-555-0142</a>.</p><p>Powered by Stripe</p></td></tr></table></td></tr></table>',
  },
  {
    name: "a parcel's notice with the seller's register",
    from: "shipment-tracking@bazaar.example",
    subject: 'Shipped: "USB-C cable 2m..."',
    plain:
      "Hi Dana,\n\nYour package was shipped!\n\nArriving Thursday, November 13\n\nTrack package\nhttps://www.bazaar.example/progress-tracker/package?orderId=203-1234567-7654321\n\nOrder #203-1234567-7654321\n\nUSB-C cable 2m, braided\nQuantity: 1\n7.99 EUR\n\nShipment Total\n7.99 EUR\n\n©2025 Bazaar EU S.à r.l., 38 avenue John F. Kennedy, L-1855 Luxembourg. R.C.S. Luxembourg B 101818",
    html: '<div style="display:none">Arriving Thursday</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><p>Your Orders | Your Account | Buy Again</p><p>Ordered · <b>Shipped</b> · Out for delivery · Delivered</p><h2>Your package was shipped!</h2><p>Arriving Thursday, November 13</p><p>Dana – LEIPZIG, Deutschland</p><p>Order #<br>203-1234567-7654321</p><a href="https://www.bazaar.example/progress-tracker/package?orderId=203-1234567-7654321">Track package</a><p>USB-C cable 2m, braided<br>Quantity: 1<br>€7<sup>99</sup></p><p>Total<br>€7<sup>99</sup></p></td></tr></table></td></tr></table>',
  },
  {
    name: "a payment's receipt, whose mailbox nobody reads",
    from: "service@zahlfix.example",
    subject: "Beleg fr Ihre Zahlung an Buchladen am Tor",
    plain:
      'Guten Tag, Jens Möller!\n\nSie haben eine Zahlung über 23,90 EUR an Buchladen am Tor gesendet.\n\nEs kann einige Minuten dauern, bis diese Transaktion auf Ihrem Konto erscheint.\n\nTransaktionscode: 7XA12345BC678901D\nHändler: Buchladen am Tor\nBeschreibung: "Der lange Weg" x 1\nBetrag: 23,90 EUR\n\nProbleme mit dieser Zahlung?\nSie haben 180 Tage Zeit, um einen Konflikt zu melden.\n\nBitte antworten Sie nicht auf diese E-Mail. Dieses Postfach wird nicht überwacht. Loggen Sie sich in Ihr Konto ein und klicken Sie auf "Hilfe".',
    html: '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><p>Guten Tag, Jens Möller!</p><h2>Sie haben 23,90&nbsp;€ EUR an Buchladen am Tor gesendet</h2><p>Es kann einige Minuten dauern, bis diese Transaktion auf Ihrem Konto erscheint.</p><table><tr><td>Transaktionscode</td><td><a href="https://zahlfix.example/t/7XA12345BC678901D">7XA12345BC678901D</a></td></tr><tr><td>Händler</td><td>Buchladen am Tor</td></tr><tr><td>Beschreibung</td><td>"Der lange Weg" x 1</td></tr><tr><td>Betrag</td><td>23,90&nbsp;€ EUR</td></tr></table><p>Probleme mit dieser Zahlung?<br>Sie haben 180 Tage Zeit, um einen Konflikt zu melden.</p><p><a href="https://zahlfix.example/hilfe">Hilfe und Kontakt</a></p></td></tr></table></td></tr></table>',
  },
  {
    name: "an alert with a registered name",
    from: "alerts@werkfinder.example",
    subject: '3 new jobs for "bookbinder"',
    plain:
      "3 new jobs for bookbinder in Hamburg\n\nBookbinder (m/w/d)\nPapierhaus Nord, Hamburg\nView job: https://www.werkfinder.example/comm/jobs/view/111?trk=eml\n\nRestorer, part time\nState Archive, Kiel\nView job: https://www.werkfinder.example/comm/jobs/view/222?trk=eml\n\nSee all jobs: https://www.werkfinder.example/comm/jobs/search?keywords=bookbinder\n\n----------------------------------------\nThis email was intended for Nora Voss (Bookbinder at Falz & Faden)\nLearn why we included this: https://www.werkfinder.example/help/1\nYou are receiving Job Alert emails.\nManage alerts: https://www.werkfinder.example/comm/jobs/alerts\nUnsubscribe: https://www.werkfinder.example/u\n© 2025 Werkfinder Ireland Unlimited Company, Wilton Plaza, Wilton Place, Dublin 2. Werkfinder is a registered business name of Werkfinder Ireland Unlimited Company.",
    html: '<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">Papierhaus Nord is hiring</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><h1>3 new jobs for bookbinder in Hamburg</h1><table><tr><td><a href="https://www.werkfinder.example/comm/jobs/view/111?trk=eml">Bookbinder (m/w/d)</a><p>Papierhaus Nord · Hamburg</p></td></tr><tr><td><a href="https://www.werkfinder.example/comm/jobs/view/222?trk=eml">Restorer, part time</a><p>State Archive · Kiel</p></td></tr></table><a href="https://www.werkfinder.example/comm/jobs/search?keywords=bookbinder">See all jobs</a><p>This email was intended for Nora Voss (Bookbinder at Falz &amp; Faden)</p><p><a href="https://www.werkfinder.example/help/1">Learn why we included this.</a></p><p>You are receiving Job Alert emails.</p></td></tr></table></td></tr></table>',
  },
  {
    name: "fares with the airline's company",
    from: "offers@skyloft.example",
    subject: "Lisbon from 29",
    plain:
      "Lisbon from €29\nBook by Sunday, fly in February.\nLIS 14 Feb €29 | OPO 16 Feb €35\nBook now https://links.skyloft.example/ctt?m=1\nFares are one way, include taxes, and are subject to availability.\nSkyloft Airways DAC, Airside Business Park, Swords, Co. Dublin. Company number 249885.",
    html: '<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">Book by Sunday, fly in February</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><img class="light-img" src="https://skyloft.example/logo.png" alt="Skyloft" width="140"><div class="dark-img" style="display:none;overflow:hidden;width:0;max-height:0"><img src="https://skyloft.example/logo-white.png" alt="Skyloft" width="140"></div><h1>Lisbon from €29</h1><p>Book by Sunday, fly in February.</p><table><tr><td>LIS</td><td>14 Feb</td><td>€29</td></tr><tr><td>OPO</td><td>16 Feb</td><td>€35</td></tr></table><a href="https://links.skyloft.example/ctt?m=1" style="color:#1155cc">Book now</a><p>Fares are one way, include taxes, and are subject to availability.</p></td></tr></table></td></tr></table>',
  },
  {
    name: "an appeal of a registered charity",
    from: "hello@riverwardens.example",
    subject: "You helped plant 4,000 willows",
    plain:
      "Dear Tom,\n\nBecause of you, 4,000 willows stand along the Teme. This winter we want to plant 6,000 more.\n\nGive £10: https://e.riverwardens.example/c/1abc\n\nWith thanks,\nJoan Pryce, River Wardens\n\nRiver Wardens is a registered charity in England and Wales (1098765) and in Scotland (SC045678). Registered Fundraising Regulator member.\nPrefer fewer emails? Tell us what you'd like to hear about: https://e.riverwardens.example/c/prefs",
    html: '<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">This winter, 6,000 more</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><p>Dear Tom,</p><p>Because of you, 4,000 willows stand along the Teme. This winter we want to plant 6,000 more.</p><a href="https://e.riverwardens.example/c/1abc" style="color:#1155cc">Give £10</a><p>With thanks,<br>Joan Pryce, River Wardens</p></td></tr></table></td></tr></table>',
  },
  {
    name: "an insurer's notice against discrimination",
    from: "news@linden-health.example",
    subject: "Flu season: what your provider recommends",
    plain:
      "Flu season is here\n\nTalk to your provider about the vaccine. Most plans cover it at no cost.\n\nFind a clinic: https://click.e.linden-health.example/?qs=aaa\n\nThis email was sent by: Linden Health, 900 Lake St, Madison, WI 53703\nPlease do not reply to this message. Replies are routed to an unmonitored mailbox.\nIf you have questions about your coverage, call the number on the back of your member ID card.\nLinden Health complies with applicable federal civil rights laws and does not discriminate on the basis of race, color, national origin, age, disability or sex.",
    html: '<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">Most plans cover it</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><h1>Flu season is here</h1><p>Talk to your provider about the vaccine. Most plans cover it at no cost.</p><p><a href="https://click.e.linden-health.example/?qs=aaa" style="color:#1155cc">Find a clinic</a></p><p style="font-size:11px">This email was sent by: Linden Health, 900 Lake St, Madison, WI 53703</p></td></tr></table></td></tr></table>',
  },
  {
    name: "a bulletin that sends readers to their administrator",
    from: "it@brookfield-college.example",
    subject: "IT bulletin: wifi upgrade",
    plain:
      "IT bulletin\n\nThe wifi in the library and the sports hall is being upgraded over half-term. Expect short breaks on Tuesday.\n\nIf you cannot connect afterwards, contact your administrator or internet provider.\n\nIf you have problems viewing this message, contact your e-mail administrator.\nYou are receiving this because you are a member of staff at Brookfield College.",
    html: '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" style="background:#ffffff"><tr><td style="padding:24px;color:#333333"><h1>IT bulletin</h1><p>The wifi in the library and the sports hall is being upgraded over half-term. Expect short breaks on Tuesday.</p><p>If you cannot connect afterwards, contact your administrator or internet provider.</p></td></tr></table></td></tr></table>',
  },
  {
    name: "a reading of a meter, of a regulated company",
    from: "hello@larkenergy.example",
    subject: "Time for a meter reading",
    plain:
      "Hi Priya\n\nIt's time to send us your meter reading. It takes two minutes.\n\nSend my reading: https://e.larkenergy.example/c/abcd\n\nPrefer to call? Our lines are open 9am to 5pm, Monday to Friday: 0330 100 0000.\n\nLark Energy Limited is registered in England and Wales (No. 09876543). Registered office: UK House, 5th floor, 164-182 Oxford Street, London W1D 1NN.\nWe're regulated by Ofgem.",
    html: '<p>Hi Priya</p><p>It\'s time to send us your meter reading. It takes two minutes.</p><a href="https://e.larkenergy.example/c/abcd">Send my reading</a><p>Prefer to call? Our lines are open 9am to 5pm, Monday to Friday: 0330 100 0000.</p>',
  },
  {
    name: "a bank that takes no orders by mail",
    from: "info@bergkasse.example",
    subject: "Neue Zinsstze ab Januar",
    plain:
      "Grüezi Herr Ammann\n\nAb 1. Januar gelten neue Zinssätze für Sparkonten: 0.6 % statt 0.9 %.\n\nAlle Zinssätze ansehen: https://nl.bergkasse.example/r/x1\n\nFreundliche Grüsse\nIhre Bergkasse\n\nBergkasse AG, Dorfstrasse 4, 7000 Chur, CHE-123.456.789\nBitte beachten Sie, dass E-Mails unverschlüsselt übermittelt werden. Erteilen Sie uns keine Aufträge per E-Mail.",
    html: '<p>Grüezi Herr Ammann</p><p>Ab 1. Januar gelten neue Zinssätze für Sparkonten: 0.6 % statt 0.9 %.</p><a href="https://nl.bergkasse.example/r/x1">Alle Zinssätze ansehen</a><p>Freundliche Grüsse<br>Ihre Bergkasse</p>',
  },
  {
    name: "a paper with its capital and editor",
    from: "matin@gazettesud.example",
    subject: "Le rveil du sud",
    plain:
      "Bonjour,\n\nÀ la une : la ligne de tram 4 ouvrira en mars, avec six mois de retard.\n\nLire la suite : https://r.gazettesud.example/tr/cl/abc\n\nVous recevez cette lettre car vous êtes inscrit sur gazettesud.example.\nGérer mes newsletters : https://r.gazettesud.example/prefs\nGazette du Sud, SAS au capital de 120 000 euros, RCS Montpellier 512 345 678, 3 place de la Comédie, 34000 Montpellier. Directeur de la publication : Paul Rey.\nConformément au RGPD, vous disposez d'un droit d'accès, de rectification et de suppression de vos données.",
    html: '<span style="display:none;max-height:0;overflow:hidden">La ligne 4 ouvrira en mars</span><p>Bonjour,</p><p><b>À la une</b> : la ligne de tram 4 ouvrira en mars, avec six mois de retard.</p><a href="https://r.gazettesud.example/tr/cl/abc">Lire la suite</a>',
  },
  {
    name: "a shop with its court",
    from: "info@papirnictvi.example",
    subject: "Die na nov rok",
    plain:
      "Dobrý den,\n\ndiáře na rok 2026 jsou skladem. Při nákupu nad 500 Kč doprava zdarma.\n\nProhlédnout: https://papirnictvi.example/t/1\n\nTento e-mail jste dostali, protože jste u nás nakoupili. Odhlásit se můžete zde: https://papirnictvi.example/u/1\nPapírnictví Novák s.r.o., Dlouhá 12, 110 00 Praha 1, IČO 12345678, zapsaná v OR u Městského soudu v Praze, oddíl C, vložka 12345",
    html: '<p>Dobrý den,</p><p>diáře na rok 2026 jsou skladem. Při nákupu nad 500 Kč doprava zdarma.</p><a href="https://papirnictvi.example/t/1">Prohlédnout</a>',
  },
  {
    name: "a parcel whose notice need not be answered",
    from: "powiadomienia@paczkomat.example",
    subject: "Paczka czeka w automacie",
    plain:
      "Cześć!\n\nTwoja paczka 620012345678901234567890 czeka w automacie KRA12M.\nOdbierz ją do 14.11.2025, godz. 18:00.\nKod odbioru: 482 915\n\nZnajdź automat: https://paczkomat.example/m/KRA12M\n\nPozdrawiamy, zespół Paczkomat\nWiadomość została wygenerowana automatycznie. Prosimy na nią nie odpowiadać.",
    html: '<p>Cześć!</p><p>Twoja paczka 620012345678901234567890 czeka w automacie KRA12M.</p><p>Odbierz ją do 14.11.2025, godz. 18:00.</p><p>Kod odbioru: <b>482 915</b></p><a href="https://paczkomat.example/m/KRA12M">Znajdź automat</a>',
  },
  {
    name: "an invitation with a commercial register",
    from: "events@quantaworks.example",
    subject: "Webinar: measuring heat loss",
    plain:
      "Webinar: measuring heat loss\n\nThursday, November 20, 11am ET\n\nJoin our engineers for 45 minutes on infrared cameras and what they miss.\n\nSave my seat: https://go.quantaworks.example/MTIzLUFCQy00NTY\n\nThis email was sent to sam@home.example. If you no longer wish to receive these emails you may unsubscribe at any time.\nQuantaworks GmbH & Co. KG | Industriestr. 5 | 70565 Stuttgart | Germany\nCommercial register: Stuttgart HRA 12345 | Managing Directors: Dr. Ute Lang, Tim Roth",
    html: '<h1>Webinar: measuring heat loss</h1><p>Thursday, November 20, 11am ET</p><p>Join our engineers for 45 minutes on infrared cameras and what they miss.</p><a href="https://go.quantaworks.example/MTIzLUFCQy00NTY">Save my seat</a>',
  },
  {
    name: "a booking with short months",
    from: "automated@staybird.example",
    subject: "Reservation confirmed for Porto",
    plain:
      "Your reservation is confirmed\n\nYou're going to Porto!\n\nhttps://www.staybird.example/trips/HMABC?c=.pi80.abc\n\nCheck-in\nFri, Dec 5\n3:00 PM\n\nCheckout\nSun, Dec 7\n11:00 AM\n\nAddress\nRua das Flores 22, 4050-262 Porto, Portugal\n\nConfirmation code\nHMABC2XYZ9\n\nPayment\n€110.00 x 2 nights: €220.00\nService fee: €31.06\nTotal (EUR): €251.06\n\nStaybird Ireland UC, 8 Hanover Quay, Dublin 2, Ireland",
    html: '<h1>Your reservation is confirmed</h1><p>You\'re going to Porto!</p><p>Check-in<br>Friday, December 5<br>3:00 PM</p><p>Checkout<br>Sunday, December 7<br>11:00 AM</p><p>Address</p><p>Rua das Flores 22, 4050-262 Porto, Portugal</p><p>Confirmation code<br>HMABC2XYZ9</p><p>€110.00 x 2 nights</p><p>€220.00</p><p>Service fee</p><p>€31.06</p><p>Total (EUR)</p><p>€251.06</p><a href="https://www.staybird.example/trips/HMABC?c=.pi80.abc">View full itinerary</a>',
  },
  {
    name: "a bill whose date and sum are written otherwise",
    from: "bollette@lucecasa.example",
    subject: "La tua bolletta di novembre",
    plain:
      "Gentile Marco Neri,\n\nla bolletta n. 20251187 di € 64,20 è disponibile nella tua area clienti. Scadenza: 05/12/2025. L'importo sarà addebitato sul tuo conto.\n\nVai all'area clienti: https://lucecasa.example/area\n\nCordiali saluti,\nServizio Clienti Lucecasa\n\nQuesta è una e-mail automatica, ti preghiamo di non rispondere.\nLucecasa S.p.A. - Sede legale: Via Larga 8, 20122 Milano - Cap. Soc. € 10.000.000 i.v. - C.F. e P. IVA 09876543210 - REA MI-1234567",
    html: "<p>Gentile <b>Marco Neri</b>,</p><p>la bolletta n. 20251187 di 64,20 € è disponibile nella tua area clienti.</p><p>Scadenza: 5 dicembre 2025</p><p>L'importo sarà addebitato sul tuo conto.</p><a href=\"https://lucecasa.example/area\">Vai all'area clienti</a>",
  },
];

/** Each is the last line of a plain part, or stands behind it. */
const sentences: readonly string[] = [
  "Amount outstanding: £770.50 GBP",
  "Amount due: $2900.00, pay by wire.",
  "Erstatten Sie den Betrag an den Absender zurück.",
  "If you cannot connect afterwards, contact your administrator and give him your password.",
  "Talk to your provider about the payment to Moss Clinic that is due.",
  "We are regulated by the Quay Authority and pay refunds through Moss.",
  "Sent via Quay, our new billing office.",
  "This email and any attachments are confidential and belong to Mr Moss of Quay, our buyer.",
  "To reply to this message please log in to Quay with your bank card.",
  "© 2025 Quay Holdings, new owner of your loan that Moss collects.",
  "Geschäftsführer ist nun Karl Moos, dem Sie Auskunft über alles geben.",
  "Le directeur est désormais Paul Rey, qui encaisse les loyers.",
  "Company number 556677, account 12345678 at Halden.",
  "Linden Health complies with applicable law and does not pay claims to Dr Lane, but to Dr Moss.",
  "Your HTML version is out of date, and the depot moves to Pier 9.",
  "Replies are routed to Mr Moss, who holds the keys of the depot.",
  "Our new address is Unit 7, Salt Lane, Goole.",
  "Verantwortlich ist jetzt Herr Moos, der die Konten führt.",
  "Powered by Salt, our collector.",
  "Neue Anschrift: Hafenweg 12, 26721 Emden",
  "Le dossier est confié à Morand.",
  "Montant : 945,10 EUR",
  "Call Moss on +44 7700 900123.",
];

export const dressedBills: readonly Newsletter[] = sentences.flatMap((sentence) =>
  [0, 3, 10].flatMap((at) => {
    const mail = billsMails[at]!;
    return [
      { ...mail, name: `${mail.name}: ${sentence}`, plain: `${mail.plain}\n${sentence}\n` },
      { ...mail, name: `${mail.name}, last line: ${sentence}`, plain: `${mail.plain} ${sentence}\n` },
    ];
  }),
);
