// Mails in ten languages that search is asked of, some 300: the ones that tasks name by a key, and everyday ones around them.
import { docxOf, linesPdf, paragraph } from "../../support/made-files.ts";

export interface TaskMail {
  key: string;
  from: string;
  subject: string;
  text: string;
  file?: readonly [name: string, bytes: Uint8Array];
}

/** key | from | subject | text, where ¶ ends a line. */
const written = `
inv1 | "Ada Byron" <ada@acme.example> | Invoice 2024-118 | Please find the invoice for the pumps. Due on Friday.
inv2 | billing@acme.example | Your invoices | All open invoices of this quarter are listed below.
inv3 | "Ben Ode" <ben@forge.example> | Payment | We were invoiced twice for the same valve.
pay1 | "Cleo Marsh" <cleo@marsh.example> | Paid | I paid the plumber yesterday.
ship1 | "Dock Desk" <dock@harbour.example> | Shipment 4554-000 delayed | The container with order 4554-000 waits in Rotterdam.
ship2 | dock@harbour.example | Shipping notice | Container 4554-001 was loaded.
obri | "Pat O'Brien" <pat@obrien.example> | Lease | Signed by O'Brien and witnessed.
obri2 | "Sean O’Brien" <sean@farm.example> | Hay | The hay bales are dry now.
cpp | "Dev Crew" <dev@code.example> | Hiring a C++ engineer | The role needs C++ and some assembler.
csharp | dev@code.example | Porting to C# | The billing tool moves to C# next spring.
dotnet | dev@code.example | Runtime update | The .NET runtime on node.js hosts was patched.
emoji | "Lola" <lola@party.example> | Party 🎉 on Saturday | Bring cake 🎂 and friends.
emoji2 | lola@party.example | Thanks | That was great 🎂!
meet1 | "Eve Park" <eve@plan.example> | Meeting moved | The board meeting is moved to room Jupiter at 10:30.
meet2 | eve@plan.example | Minutes | Minutes of what we met about: budgets and hiring.
re1 | "Fay Lin" <fay@lin.example> | Re: contract renewal | The contract renewal looks fine to me.
url1 | "Gus" <gus@links.example> | A link | See https://docs.links.example/setup/guide?lang=en for details.
mail1 | "Hal" <hal.norton@remote.example> | Contact | Write to support+tickets@helpdesk.example when stuck.
phone1 | "Ivy" <ivy@calls.example> | Call me | My number is +44 20 7946 0958, or (555) 010-9988.
ver1 | "CI" <ci@build.example> | Build v2.14.3 failed | Pipeline 88213 stopped at step lint.
hash1 | ci@build.example | Commit 9f3ab27c pushed | main now at 9f3ab27c.
money1 | "Shop" <shop@store.example> | Receipt | Total: $1,299.50 for one laptop.
money2 | shop@store.example | Refund | We return €89,90 to your card.
quote1 | "Jon" <jon@talk.example> | Re: garden | Sounds good.¶¶On Monday, Kim wrote:¶> The hydrangea must be watered daily.
quote2 | "Kim" <kim@talk.example> | garden | Do not forget the hydrangea near the gate.
pdf1 | "Law Office" <office@law.example> | Documents | Attached as discussed.
pdf2 | office@law.example | Indemnity question | Is the indemnity clause acceptable?
doc1 | "Press" <press@news.example> | Draft attached | See the file.
csv1 | "Data" <data@stats.example> | Export | Numbers are in the table.
name1 | "Zoë Müller" <zoe@mueller.example> | Hello from Zoë | Short greeting.
name2 | "José Núñez" <jose@correo.example> | Saludos | Un saludo desde Sevilla.
name3 | "Łukasz Żak" <lukasz@poczta.example> | Dzień dobry | Proszę o kontakt w sprawie mieszkania.
name4 | "Søren Åberg" <soren@post.example> | Hej | Fakturaen er betalt i dag.
de1 | "Jürgen Weiß" <juergen@firma.example> | Rechnung März | Die Rechnungen für die Straße sind geprüft.
de2 | juergen@firma.example | Haftpflichtversicherung | Die Haftpflichtversicherung läuft im Mai aus.
de3 | "Uta" <uta@haus.example> | Häuser | Wir haben zwei Häuser besichtigt.
de4 | uta@haus.example | Haus | Das Haus am See ist verkauft.
fr1 | "Élodie" <elodie@societe.example> | Réunion reportée | La réunion est reportée à jeudi, l'équipe est prévenue.
fr2 | elodie@societe.example | Œuvre | Une œuvre d'art dans le hall.
fr3 | elodie@societe.example | Factures | Les factures impayées seront relancées.
es1 | "Íñigo" <inigo@casa.example> | Presupuesto | El presupuesto de la reforma incluye las ventanas.
es2 | inigo@casa.example | Ventana rota | Una ventana del salón está rota.
it1 | "Giulia" <giulia@studio.example> | Preventivo | Il preventivo per le finestre è pronto. Perché aspettare?
it2 | giulia@studio.example | Città | La città è bella in aprile.
pt1 | "João" <joao@porto.example> | Reunião | A reunião de amanhã foi cancelada; informações em breve.
nl1 | "Sanne" <sanne@fiets.example> | Fietsen | De fietsen staan in de schuur.
nl2 | sanne@fiets.example | Fiets gestolen | Mijn fiets is gisteren gestolen.
ru1 | "Ольга" <olga@kontora.example> | Счёт за март | Прошу оплатить счёт до пятницы.
ru2 | olga@kontora.example | Договоры | Подписанные договоры отправлены курьером.
ru3 | olga@kontora.example | Договор | Договор аренды готов.
ar1 | "أحمد" <ahmad@maktab.example> | فَاتُورَة | الرجاء دفع الفاتورة قبل نهاية الشهر.
ar2 | ahmad@maktab.example | اجتماع | موعد الاجتماع يوم الأحد في المكتب.
he1 | "דוד" <david@misrad.example> | שָׁלוֹם | הפגישה נדחתה ליום חמישי.
he2 | david@misrad.example | חשבונית | מצורפת החשבונית של יולי.
zh1 | "王伟" <wang@gongsi.example> | 会议通知 | 明天上午十点在三号会议室开会。
zh2 | wang@gongsi.example | 发票 | 请查收附件中的电子发票。
ja1 | "田中" <tanaka@kaisha.example> | 請求書の件 | 請求書をお送りします。ご確認ください。
ja2 | tanaka@kaisha.example | ﾃｽﾄ | 半角カナの件です。
ko1 | "김민수" <minsu@hoesa.example> | 회의 안내 | 내일 오전 회의가 취소되었습니다.
tr1 | "İpek" <ipek@sirket.example> | Toplantı | Toplantı İstanbul ofisinde yapılacak. Işık yeterli.
el1 | "Νίκος" <nikos@grafeio.example> | Τιμολόγιο | Το τιμολόγιο είναι έτοιμο για πληρωμή.
fi1 | "Aino" <aino@talo.example> | Kokous | Kokous pidetään Tampereella.
phr1 | "Mo" <mo@phrase.example> | Red door | The red front door needs paint.
phr2 | mo@phrase.example | Door red | The front of the house has a red gate and a brown door.
run1 | "Nia" <nia@sport.example> | Running club | We were running along the river.
run2 | nia@sport.example | Run | One run a week is enough.
org1 | "Olaf" <olaf@words.example> | Organization | The organization chart is attached to the wall.
org2 | olaf@words.example | Organ | The organ in the church plays at noon.
typo1 | "Pia" <pia@places.example> | Massachusetts | Trip to Massachusetts in autumn.
acc1 | "Quin" <quin@account.example> | Accommodation | Our accommodation near the station is booked.
acc2 | quin@account.example | Accountant | The accountant is on leave.
sec1 | "Security" <security@bank.example> | Sign-in code 482913 | Your verification code is 482913.
sec2 | security@bank.example | New device | A new device signed-in from Lisbon.
hyph | "Rae" <rae@hyphen.example> | State-of-the-art e-mail | An e-mail about state-of-the-art design.
abbr | "Sid" <sid@abbr.example> | U.S.A. visit | Our R&D team visits AT&T in the U.S.A.
snake | "Tia" <tia@script.example> | Error in parse_header_line | parse_header_line threw NullPointerException in MailReader.
path | tia@script.example | Log | See /var/log/postroom/server.log for the trace.
long1 | "Ugo" <ugo@science.example> | Electroencephalography | Electroencephalography results of the study.
num1 | "Val" <val@tax.example> | Tax id | VAT DE123456789 and IBAN DE89 3704 0044 0532 0130 00.
date1 | "Wim" <wim@dates.example> | Trip | Departure 2024-07-19, return 2.8.2024.
both1 | "Xia" <xia@mix.example> | Budget and roadmap | The budget for the roadmap is final.
both2 | xia@mix.example | Budget | Only money here.
both3 | xia@mix.example | Roadmap | Only plans here.
hash2 | "Yan" <yan@tags.example> | Notes | Tagged #launchday and @yanni today.
perc | yan@tags.example | Sale | 50% off all lamps.
sig1 | "Zed" <zed@sign.example> | Hello | The kiln is hot.¶¶-- ¶Zed Quartermaine¶Chief Ceramist
`;

const extras: Record<string, readonly [string, Uint8Array]> = {
  pdf1: [
    "Mietvertrag_2024-final.pdf",
    linesPdf(["This agreement holds an indemnity clause", "and arbitration"]),
  ],
  doc1: ["press-release.docx", docxOf(paragraph("The zeppelin museum opens in October"))],
  csv1: ["umsatz.csv", Buffer.from("region;revenue\nNordwest;4711\nKärnten;0815\n")],
  inv1: ["INV-118.pdf", linesPdf(["Twelve pumps"])],
};

const everyday: Record<string, readonly string[]> = {
  en: ["The train was late", "Lunch is at noon", "My keys are lost", "The garage is open", "Rain is likely"],
  de: [
    "Der Zug kam zu spät",
    "Wir essen um zwölf",
    "Der Hund schläft",
    "Die Garage ist offen",
    "Es regnet oft",
  ],
  fr: [
    "Le train est en retard",
    "On mange à midi",
    "Le chien dort",
    "Le garage est ouvert",
    "Il pleut souvent",
  ],
  es: ["El tren llegó tarde", "Comemos al mediodía", "El perro duerme", "La cochera se abre", "Llueve mucho"],
  it: ["Il treno è in ritardo", "Si mangia presto", "Il cane dorme", "Il garage si apre", "Piove spesso"],
  nl: ["De trein was laat", "We eten vroeg", "De hond slaapt", "Het is koud", "Het regent vaak"],
  ru: ["Поезд опоздал", "Обед в полдень", "Собака спит", "Гараж открыт", "Часто идёт дождь"],
  ar: ["تأخر القطار", "الغداء ظهرا", "الكلب نائم", "الباب مفتوح", "المطر كثير"],
  zh: ["火车晚点了", "中午吃饭", "狗在睡觉", "车库开着", "经常下雨"],
  ja: ["電車が遅れた", "昼に食べる", "犬が寝ている", "車庫が開いている", "よく雨が降る"],
};

const fillers: TaskMail[] = Object.entries(everyday).flatMap(([language, sentences]) =>
  Array.from({ length: 21 }, (_, n) => ({
    key: `${language}-${n}`,
    from: `writer${n}@${language}-daily.example`,
    subject: `${sentences[n % 5]} (${n})`,
    text: [0, 1, 2].map((step) => `${sentences[(n + step * 2) % 5]}.`).join(" "),
  })),
);

const named: TaskMail[] = written
  .trim()
  .split("\n")
  .map((line) => line.split(" | ") as [string, string, string, string])
  .map(([key, from, subject, text]) => ({
    key,
    from,
    subject,
    text: text.replaceAll("¶", "\n"),
    file: extras[key],
  }));

export const taskMails: readonly TaskMail[] = [...fillers, ...named];

/** Asked | keys that must be found, a blank between | keys that must not. `^` before the keys: the first of them is the first. */
export const tasks: readonly (readonly [q: string, hits: string, not?: string])[] = [
  ["invoice", "^inv1 inv2 inv3"],
  ["invoices", "^inv2 inv1 inv3"],
  ['"invoices"', "inv2", "inv1 inv3"],
  ["pumps", "^inv1"],
  ["4554-000", "ship1", "ship2"],
  ["4554", "ship1 ship2"],
  ["O'Brien", "obri obri2"],
  ["O’Brien lease", "obri", "obri2"],
  ["obrien", "obri obri2"],
  ["C++", "cpp", "csharp"],
  ["C#", "csharp", "cpp"],
  [".NET", "dotnet"],
  ["node.js", "dotnet"],
  ["🎉", "emoji", "emoji2"],
  ["🎂", "emoji emoji2"],
  ["10:30", "meet1"],
  ["Re: contract renewal", "re1"],
  ["https://docs.links.example/setup/guide?lang=en", "url1"],
  ["links.example", "url1"],
  ["support+tickets@helpdesk.example", "mail1"],
  ["norton", "mail1"],
  ["7946 0958", "phone1"],
  ["010-9988", "phone1"],
  ["v2.14.3", "ver1"],
  ["9f3ab27c", "hash1"],
  ["1,299.50", "money1"],
  ["89,90", "money2"],
  ["hydrangea", "^quote2 quote1"],
  ["watered", "quote1"],
  ["indemnity", "^pdf2 pdf1"],
  ["arbitration", "pdf1"],
  ["zeppelin", "doc1"],
  ["museum october", "doc1"],
  ["Kärnten", "csv1"],
  ["mietvertrag", "pdf1"],
  ["filename:press-release", "doc1"],
  ["Mietvertrag_2024-final.pdf", "pdf1"],
  ["zoe mueller", "name1"],
  ["müller", "name1"],
  ["nunez", "name2"],
  ["lukasz zak", "name3"],
  ["aberg", "name4"],
  ["rechnung", "^de1"],
  ["strasse", "de1"],
  ["versicherung", "de2"],
  ["haus", "^de4 de3"],
  ["reunion", "fr1"],
  ["équipe", "fr1"],
  ["oeuvre", "fr2"],
  ["facture", "fr3"],
  ["ventana", "^es2 es1"],
  ["perche", "it1"],
  ["citta", "it2"],
  ["informação", "pt1"],
  ["fiets", "^nl2 nl1"],
  ["счет", "ru1"],
  ["договор", "^ru3 ru2"],
  ["فاتورة", "ar1"],
  ["اجتماع", "ar2"],
  ["שלום", "he1"],
  ["חשבונית", "he2"],
  ["会议", "zh1"],
  ["发票", "zh2"],
  ["請求書", "ja1"],
  ["テスト", "ja2"],
  ["회의", "ko1"],
  ["istanbul", "tr1"],
  ["toplanti", "tr1"],
  ["τιμολογιο", "el1"],
  ["tampere", "fi1"],
  ['"red front door"', "phr1", "phr2"],
  ["run", "^run2 run1"],
  ["massachusets", "typo1"],
  ["accomodation", "acc1", "acc2"],
  ["482913", "sec1"],
  ["signed in", "sec2"],
  ["state of the art", "hyph"],
  ["e-mail", "hyph"],
  ["R&D", "abbr"],
  ["AT&T", "abbr"],
  ["U.S.A.", "abbr"],
  ["parse_header_line", "snake"],
  ["header", "snake"],
  ["NullPointerException", "snake"],
  ["/var/log/postroom", "path"],
  ["server.log", "path"],
  ["electroenceph", "long1"],
  ["DE123456789", "num1"],
  ["0532 0130", "num1"],
  ["2024-07-19", "date1"],
  ["budget roadmap", "both1", "both2 both3"],
  ["budget or roadmap", "both1 both2 both3"],
  ["budget -roadmap", "both2", "both1 both3"],
  ["#launchday", "hash2"],
  ["50%", "perc"],
  ["quartermaine", "sig1"],
  ["from:ada", "inv1", "inv2"],
  ["from:@law.example indemnity", "pdf2 pdf1"],
  ["subject:budget", "both1 both2", "both3"],
  ["has:attachment agreement", "pdf1"],
];
