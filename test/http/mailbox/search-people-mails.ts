// Mail of an office in many languages, which searches are tried on.
// Long: a table, with a mail an entry.
import type { SendMailOptions } from "nodemailer";
import { docxOf, linesPdf, paragraph } from "../../support/made-files.ts";

export interface WantedMail extends SendMailOptions {
  name: string;
}

const ics = (uid: string, summary: string, start: string) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//x//y//EN",
    "METHOD:REQUEST",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    `DTSTART:${start}`,
    `DTEND:${start.replace("T09", "T10")}`,
    `SUMMARY:${summary}`,
    "ORGANIZER:mailto:nora.lindqvist@fjordbank.example",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:TO",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const mail = (
  name: string,
  from: string,
  subject: string,
  text: string,
  more: SendMailOptions = {},
): WantedMail => ({
  name,
  from,
  subject,
  text,
  ...more,
});
const file = (filename: string, content: string | Uint8Array, contentType?: string): SendMailOptions => ({
  attachments: [
    { filename, content: typeof content === "string" ? content : Buffer.from(content), contentType },
  ],
});

/** In the order in which they come, oldest first. */
export const wantedMails: readonly WantedMail[] = [
  mail(
    "lease",
    "Seán O'Brien <sean.obrien@kilkenny-lets.example>",
    "Lease renewal for 14 Marlborough Street",
    "Hi, the lease of the flat ends on 31 August. The landlord offers a renewal at €1.450,50 a month.",
  ),
  mail(
    "invoice-en",
    "Billing <billing@northwind-hosting.example>",
    "Invoice INV-2026-00417",
    "Your invoices for March are attached. Total due: $1,299.00 by 2026-04-15.",
    file(
      "INV-2026-00417.pdf",
      linesPdf(["Northwind Hosting", "Dedicated server in Reykjavik", "Total 1299.00"]),
      "application/pdf",
    ),
  ),
  mail(
    "rechnung",
    "Jürgen Müller <j.mueller@baeckerei-sonnenschein.example>",
    "Rechnungen für das erste Quartal",
    "Guten Tag, anbei die Rechnungen. Bitte überweisen Sie den Betrag auf unser Bankkonto. Die Straßenbahn war übrigens pünktlich. Viele Grüße, Jürgen",
  ),
  mail(
    "kuendigung",
    "Versicherung <service@allsafe-versicherung.example>",
    "Bestätigung Ihrer Kündigung",
    "Sehr geehrte Frau Weiß, wir haben Ihre Kündigung der Haftpflichtversicherung erhalten. Die Versicherungsnummer lautet 44.871-223/9.",
  ),
  mail(
    "facture",
    "Élodie Lefèvre <elodie.lefevre@atelier-lumiere.example>",
    "Facture nº 2026/118 – l'échéance approche",
    "Bonjour, veuillez trouver ci-joint nos factures. L'œuvre commandée sera livrée jeudi à l'hôtel. Cordialement, Élodie",
  ),
  mail(
    "pedido",
    "Íñigo Núñez <inigo@pescados-norte.example>",
    "Confirmación de su pedido",
    "Hemos recibido sus pedidos de bacalao. El camión sale mañana de A Coruña. Saludos",
  ),
  mail(
    "spedizione",
    "Spedizioni Rapide <noreply@spedizioni-rapide.example>",
    "La tua spedizione è in arrivo",
    "Il pacco verrà consegnato domani. Le spedizioni internazionali richiedono più tempo. Codice di tracciamento: IT99-8834-XK",
  ),
  mail(
    "encomenda",
    "João Conceição <joao@livraria-saudade.example>",
    "Encomendas pendentes",
    "Olá, as suas encomendas chegam amanhã a Lisboa, código postal 1100-485. Obrigado pela paciência.",
  ),
  mail(
    "bestelling",
    "Bakkerij de Gouden Aar <info@goudenaar.example>",
    "Uw bestellingen voor zaterdag",
    "Beste klant, uw bestelling van zes broden en een appeltaart ligt klaar. De fietsenmaker naast ons is gesloten.",
  ),
  mail(
    "faktura",
    "Åsa Bergström <asa.bergstrom@skogen.example>",
    "Fakturor och kvitton",
    "Hej! Här kommer fakturorna för skogsavverkningen. Återkom gärna om något är oklart.",
  ),
  mail(
    "dostavka",
    "Магазин Берёзка <shop@berezka.example>",
    "Доставка вашего заказа",
    "Здравствуйте! Ваши заказы будут доставлены завтра. Ёлочные игрушки упакованы отдельно.",
  ),
  mail(
    "siparis",
    "İpek Yıldız <ipek@cicekci.example>",
    "Siparişiniz yola çıktı",
    "Merhaba, siparişleriniz bugün kargoya verildi. İstanbul'daki mağazamız kapalı.",
  ),
  mail(
    "kaigi",
    "田中さくら <sakura.tanaka@ume-design.example>",
    "来週の会議について",
    "お世話になっております。来週の会議室は三階に変更になりました。請求書はスキャンして送ってください。",
  ),
  mail(
    "huiyi",
    "王小明 <xiaoming.wang@longteng.example>",
    "合同草案请审阅",
    "您好，附件是合同草案，请在星期五之前审阅。上海办公室的地址已经更改。",
  ),
  mail(
    "gyeyak",
    "김민준 <minjun.kim@hanbit.example>",
    "계약서 검토 부탁드립니다",
    "안녕하세요. 계약서를 검토해 주시면 감사하겠습니다. 회의는 부산에서 합니다.",
  ),
  mail(
    "arabic",
    "أحمد <ahmad@dar-alkutub.example>",
    "طلب عرض أسعار",
    "السَّلَامُ عَلَيْكُمْ، نرجو إرسال عرض الأسعار للكُتُب المدرسية قبل الأحد.",
  ),
  mail(
    "hebrew",
    "נועה <noa@sifria.example>",
    "הזמנה לחתונה",
    "שָׁלוֹם לכולם, אתם מוזמנים לחתונה שלנו בתל אביב ביום שלישי.",
  ),
  mail(
    "cpp",
    "Priya Raghunathan <priya@compilers.example>",
    "C++ template build broken",
    "The build of the C++23 branch fails in std::vector<int>::push_back(); see src/alloc/pool_allocator.cc line 118. Node.js and .NET bindings are fine.",
  ),
  mail(
    "csharp",
    "Tom Ek <tom.ek@compilers.example>",
    "C# generator",
    "The C# generator is ready for a first look, F# will follow. The C library is untouched.",
  ),
  mail(
    "error",
    "Monitoring <alerts@statusboard.example>",
    "[ALERT] ECONNRESET on db-primary-03",
    "Error: ECONNRESET at TLSSocket.onConnectEnd. Host db-primary-03.internal.statusboard.example (10.20.30.41), request id 7f3c9a12-5b7e-4d0f-9a61-c02be1d4a0f7.",
  ),
  mail(
    "emoji",
    "Mia <mia@partyplan.example>",
    "Birthday 🎂 on Saturday",
    "We celebrate Olga's fortieth at the boathouse 🎉 Bring a swimsuit! 👩‍🍳 Pedro cooks.",
  ),
  mail(
    "contract-docx",
    "Hannah Okafor <hannah.okafor@lawfirm-okafor.example>",
    "Draft agreement",
    "Please see the attachment.",
    file(
      "Nondisclosure_Agreement_v3.docx",
      docxOf(paragraph("The Recipient shall not disclose the Pemberton formula to third parties.")),
    ),
  ),
  mail(
    "csv",
    "Data team <data@metrics-hub.example>",
    "Weekly export",
    "Here is the table.",
    file("umsatz-2026-kw14.csv", "region;umsatz\nOberschwaben;4711,08\n", "text/csv"),
  ),
  mail(
    "photo",
    "Luca Bianchi <luca@foto-bianchi.example>",
    "Le foto del matrimonio",
    "Ecco le foto!",
    file("DSC_00231 Trauung.jpg", new Uint8Array([255, 216, 255, 224, 1, 2, 3]), "image/jpeg"),
  ),
  mail(
    "invite",
    "Nora Lindqvist <nora.lindqvist@fjordbank.example>",
    "Invitation: Budget review Q3",
    "You are invited.",
    {
      icalEvent: {
        method: "REQUEST",
        content: ics("q3@fjordbank.example", "Budget review Q3", "20270310T090000Z"),
      },
    },
  ),
  mail(
    "otp",
    "Kiteline <no-reply@kiteline.example>",
    "Your verification code is 481 516",
    "Enter 481 516 to sign in. It expires in ten minutes.",
  ),
  mail(
    "newsletter",
    "The Gardener's Weekly <news@gardeners-weekly.example>",
    "Issue 212: pruning roses, and why slugs hate copper",
    "",
    {
      html: "<h1>Pruning roses</h1><p>Cut above an <b>outward-facing</b> bud.</p><p>Slugs dislike copper&nbsp;tape.</p><p><a href='https://gardeners-weekly.example/u/unsub'>Unsubscribe</a></p>",
      list: { unsubscribe: "https://gardeners-weekly.example/u" },
    },
  ),
  mail(
    "newsletter2",
    "The Gardener's Weekly <news@gardeners-weekly.example>",
    "Issue 213: compost without worms",
    "",
    {
      html: "<p>Compost heaps like coffee grounds. Roses again next week.</p>",
      list: { unsubscribe: "https://gardeners-weekly.example/u" },
    },
  ),
  mail(
    "flight",
    "Aurora Air <booking@aurora-air.example>",
    "Booking confirmation XQ7LPM",
    "Passenger: Ms Gwendolyn Ashcombe. Flight AU 1482 Oslo to Tromsø, 12 Dec 2026, seat 14C. Fare: NOK 2 349,00.",
  ),
  mail(
    "phone",
    "Reception <reception@clinic-lindenhof.example>",
    "Callback please",
    "Dr. Vogelsang asks for a call: +49 (0)711 / 9988-1234, or 07119988120 after six.",
  ),
  mail(
    "quoted-root",
    "Ravi Menon <ravi.menon@orchidlabs.example>",
    "Supplier shortlist",
    "We shortlisted three suppliers: Halvorsen Polymers, Quiroga Plastics and Tanabe Resin. Ravi",
  ),
  mail(
    "quoted-reply",
    "Beatriz Salgado <beatriz@orchidlabs.example>",
    "Re: Supplier shortlist",
    "I prefer the second one.\n\nOn Mon, 5 Jan 2026 at 09:12, Ravi Menon <ravi.menon@orchidlabs.example> wrote:\n> We shortlisted three suppliers: Halvorsen Polymers, Quiroga Plastics and Tanabe Resin.\n> Samples of the xylographic batch come later.\n> Ravi",
  ),
  mail(
    "forward",
    "Uncle Bob <bob@familytree.example>",
    "Fwd: recipe",
    "FYI\n\n---------- Forwarded message ---------\nFrom: Great-aunt Wilhelmina <wilhelmina@familytree.example>\nDate: Sat, 3 Jan 2026 at 18:40\nSubject: recipe\nTo: Bob <bob@familytree.example>\n\nThe gooseberry crumble needs a pinch of cardamom.",
  ),
  mail(
    "cc",
    "Dmitri Volkov <dmitri@steelworks.example>",
    "Crane inspection",
    "The crane is inspected on Friday.",
    { cc: "Fiona Mac Aodha <fiona@safety-board.example>" },
  ),
  mail(
    "large",
    "Archive <archive@bigfiles.example>",
    "Scans of the ledger",
    "As promised.",
    file("ledger.tiff", Buffer.alloc(2_600_000, 7), "image/tiff"),
  ),
  mail(
    "zip",
    "Kofi Mensah <kofi@cocoa-coop.example>",
    "Harvest pictures",
    "All of them in one archive.",
    file("ernte_bilder.zip", new Uint8Array([80, 75, 3, 4, 9, 9]), "application/zip"),
  ),
  mail(
    "meeting-short",
    "Wendy Tran <wendy.tran@pebble.example>",
    "Lunch?",
    "Are you free for lunch on Thursday? W.",
  ),
  mail(
    "ssh",
    "Github-like <noreply@codeforge.example>",
    "[codeforge/postroom] Fix flaky test (#1287)",
    "@wtran merged 3 commits into main. See https://codeforge.example/postroom/pull/1287#issuecomment-99812.",
  ),
  mail(
    "ticket",
    "Support <support@helpdesk.example>",
    "[HELP-90233] Printer on 4th floor jams",
    "A new comment was added to HELP-90233: the fuser unit was replaced.",
  ),
  mail(
    "money",
    "Payroll <payroll@pebble.example>",
    "Payslip November",
    "Gross 4.832,17 EUR, net 3 104,55 EUR. IBAN DE89 3704 0044 0532 0130 00.",
  ),
  mail(
    "visa",
    "Embassy <visa@embassy.example>",
    "Visa application received",
    "Your application number is BX/2026/77120. Processing takes fifteen working days.",
  ),
  mail(
    "school",
    "Frau Öztürk <oeztuerk@schule-am-see.example>",
    "Klassenfahrt nach Rügen",
    "Liebe Eltern, für die Klassenfahrt brauchen wir die Einverständniserklärungen bis Freitag. Bitte Gummistiefel einpacken.",
  ),
  mail(
    "doctor",
    "Praxis Dr. Groß <praxis@dr-gross.example>",
    "Terminbestätigung",
    "Ihr Termin: Dienstag, 14.30 Uhr, Zahnarztpraxis Dr. Groß, Hauptstr. 7.",
  ),
  mail(
    "house",
    "Ana María Gómez-Pérez <anamaria@inmobiliaria-sol.example>",
    "Piso en la calle Niño Jesús",
    "El piso tiene calefacción, balcón y dos habitaciones. Precio: 245.000 €.",
  ),
  mail(
    "café",
    "Café Zoé <bonjour@cafe-zoe.example>",
    "Réservation confirmée",
    "Votre table pour six personnes est réservée vendredi à 20h30. À bientôt au café !",
  ),
  mail(
    "bill-person",
    "Bill Pay <bill.pay@pebble.example>",
    "Question about the offsite",
    "Who pays the boat?",
  ),
  mail(
    "bill",
    "City Water <accounts@citywater.example>",
    "Your water bill",
    "The bill for September is 88.20. Please pay the bill. A bill is due each month.",
  ),
  mail(
    "bill-mention",
    "Gus <gus@pebble.example>",
    "Weekend",
    "We had a great weekend in the mountains with long walks and good food and so on and so forth, and someone had to bill the company for the cable car, but that is a long story which I may tell another time.",
  ),
  mail(
    "strasse",
    "Stadtwerke <info@stadtwerke.example>",
    "Bauarbeiten Goethestrasse",
    "Die Goethestrasse wird gesperrt. Der Donaudampfschifffahrtskapitän ist informiert.",
  ),
  mail(
    "polish",
    "Łukasz Żółtowski <lukasz@zielony.example>",
    "Zażółć gęślą jaźń",
    "Proszę o potwierdzenie zamówienia do piątku.",
  ),
  mail(
    "czech",
    "Dvořák <dvorak@hudba.example>",
    "Smlouva o pronájmu sálu",
    "Zkouška orchestru začíná v šest hodin večer.",
  ),
  mail(
    "greek",
    "Ελένη <eleni@kafeneio.example>",
    "Τιμολόγιο Απριλίου",
    "Σας στέλνω το τιμολόγιο για τον καφέ. Ευχαριστώ πολύ.",
  ),
  mail("hindi", "अर्जुन <arjun@kitab.example>", "पुस्तक का आदेश", "नमस्ते, आपकी पुस्तकें कल भेजी जाएँगी।"),
  mail("thai", "สมชาย <somchai@raan.example>", "ใบเสนอราคา", "สวัสดีครับ กรุณาส่งใบเสนอราคาภายในวันศุกร์"),
  mail(
    "url",
    "Ops <ops@statusboard.example>",
    "Dashboards moved",
    "They live at https://grafana.eu-west-1.statusboard.example:3000/d/k8s-overview?orgId=7 now.",
  ),
  mail(
    "snake",
    "CI <ci@codeforge.example>",
    "Pipeline failed: test_invoice_rounding_edge_cases",
    "AssertionError in computeInvoiceTotal: expected 10.005. Version v2.14.0-rc.3.",
  ),
  mail(
    "today",
    "Olga Petrenko <olga@boathouse.example>",
    "Keys for the boathouse",
    "They are under the blue flowerpot.",
  ),
  mail(
    "farsi",
    "رضا کریمی <reza@ketabkhaneh.example>",
    "تمدید عضویت",
    "سلام، عضویت شما تا پایان ماه تمدید می\u200cشود.",
  ),
  mail(
    "hanok",
    "박지훈 <jihoon@hanok.example>",
    "한옥 체험 예약",
    "아침 식사가 포함되어 있습니다. 도착 시간을 알려 주세요.",
  ),
  mail(
    "bicycle",
    "Søren Kjær <soren@cykelværk.example>",
    "Your bicycle",
    "Don't forget the receipts: the brakes are new. NI number QQ 12 34 56 C, race number PY 1,047.",
  ),
];

/** Mail that is wanted by no search for one mail, in eight languages. */
export function ordinaryMails(count: number): WantedMail[] {
  const talk = [
    [
      "Notes from the weekly meeting",
      "We talked about the roadmap, hiring and the new office. Next steps are in the document. Thank you all.",
    ],
    [
      "Protokoll der Besprechung",
      "Wir haben über die Planung, das Personal und das neue Büro gesprochen. Die nächsten Schritte stehen im Dokument.",
    ],
    [
      "Compte rendu de la réunion",
      "Nous avons parlé de la planification, du personnel et du nouveau bureau. Merci à tous.",
    ],
    [
      "Acta de la reunión",
      "Hablamos de la planificación, del personal y de la nueva oficina. Gracias a todos.",
    ],
    [
      "Verbale della riunione",
      "Abbiamo parlato della pianificazione, del personale e del nuovo ufficio. Grazie a tutti.",
    ],
    ["Ata da reunião", "Falamos sobre o planejamento, o pessoal e o novo escritório. Muito obrigado."],
    ["Протокол встречи", "Мы обсудили планы, персонал и новый офис. Спасибо всем."],
    ["週報", "今週は計画と採用と新しいオフィスについて話しました。よろしくお願いします。"],
  ] as const;
  const people = ["Paula", "Henrik", "Chloé", "Diego", "Giulia", "Rui", "Ольга", "健太"];
  const things = [
    "printer",
    "garden",
    "harbour",
    "violin",
    "lantern",
    "tractor",
    "museum",
    "ferry",
    "market",
    "clinic",
    "bridge",
    "orchard",
    "studio",
  ];
  return Array.from({ length: count }, (_, at) => {
    const [subject, text] = talk[at % talk.length]!;
    const thing = things[at % things.length];
    return mail(
      `ordinary-${at}`,
      `${people[at % people.length]} <person${at % 40}@crowd.example>`,
      `${subject} ${at}`,
      `${text}\n\nAbout the ${thing}: item ${at * 37 + 1000}.`,
    );
  });
}
