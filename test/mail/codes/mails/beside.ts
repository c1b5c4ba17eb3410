// Mails in which something stands beside the code that is none: a code that is over, a number of a register, the PIN of a meeting; and
// codes and links of rarer kinds.
import type { CodeMail } from "./code-mail.ts";

const from = "Service <no-reply@service.example>";

export const beside: CodeMail[] = [
  {
    name: "de replaced code",
    from,
    subject: "Ihr neuer Bestätigungscode",
    text: "Guten Tag,\n\nSie haben einen neuen Code angefordert. Der alte Code 771204 gilt nicht mehr.\n\nIhr neuer Bestätigungscode lautet: 530918\n\nFalls er abgelaufen ist, fordern Sie bitte einen weiteren an.",
    codes: ["530918"],
  },
  {
    name: "ja replaced code",
    from,
    subject: "認証コードを再発行しました",
    text: "前回の認証コード 204418 は無効になりました。\n\n新しい認証コード:774530，10分間有効です。",
    codes: ["774530"],
  },
  {
    name: "fr replaced code, broken line",
    from,
    subject: "Nouveau code de vérification",
    text: "Bonjour,\n\nle code 991204 que nous vous avons adressé tout à l'heure\na expiré. Voici votre nouveau code de vérification : 118 653\n\nIl sera demandé une seule fois. Après 10 minutes il n'est plus valable.",
    codes: ["118653"],
  },
  {
    name: "en a code that will expire",
    from,
    subject: "Your sign-in code",
    text: "Your sign-in code is 660142. If it has expired, ask for another one; after ten minutes it is no longer valid.",
    codes: ["660142"],
  },
  {
    name: "it code and VAT number",
    from,
    subject: "Codice di verifica",
    text: "Inserisca il codice di verifica per accedere:\n\n77 41 08\n\nStudio Lunati s.r.l., P. IVA 04418820967, REA 1744200, ai sensi del codice del consumo, art. 5210.",
    codes: ["774108"],
  },
  {
    name: "nl code and register",
    from,
    subject: "Je inlogcode",
    text: "Je inlogcode is 440217.\n\nZolder BV, KvK 81223340, btw NL861234567B01. De code van de winkel staat op de bon.",
    codes: ["440217"],
  },
  {
    name: "en letter before the digits",
    from,
    subject: "H-220431 is your Harbour code",
    text: "H-220431 is your Harbour verification code. Do not share it with anyone.",
    codes: ["H-220431"],
  },
  {
    name: "en none: a meeting",
    from,
    subject: "Invitation: design review, Thursday",
    text: "Join the meeting: https://meet.example/j/88120034417\n\nMeeting ID: 881 2003 4417\nPasscode: 554120\n\nOne tap mobile: +14155550117,,88120034417#,,,,*554120#",
  },
  {
    name: "de none: a conference",
    from,
    subject: "Termin: Vorstandsrunde",
    text: "Einwahl per Telefon: 030 5550 1177\nKonferenz-ID: 554 120 338\nPIN: 8841\n\nBitte melden Sie sich fünf Minuten vorher an.",
  },
  {
    name: "en words with spaces",
    from,
    subject: "Sign in to Larkspur",
    text: "Hi,\n\nto sign in, make sure that the page shows these three words:\n\ncopper meadow seven\n\nThey are good for ten minutes.\n\nThe Larkspur team",
    codes: ["copper meadow seven"],
  },
  {
    name: "en phrase behind its name",
    from,
    subject: "Sign in to Larkspur",
    text: "Use this to sign in. It works once.\n\nSign-in phrase: silver otter lake\n\nNote: other business",
    codes: ["silver otter lake"],
  },
  {
    name: "fi digits with a point between",
    from,
    subject: "Vahvistuskoodi",
    text: "Vahvistuskoodisi on 318·554. Se on voimassa viisi minuuttia.",
    codes: ["318554"],
  },
  {
    name: "fr none: a list of words",
    from,
    subject: "Les mots de la semaine",
    text: "Bonjour,\n\nvoici les mots de la semaine :\n\nbrume légère\n\nÀ bientôt, la rédaction",
  },
  {
    name: "en invitation",
    from: "Tessellate <no-reply@tessellate.example>",
    subject: "Rosa invited you to Tessellate",
    html: '<p>Rosa Lind has invited you to work on <b>North Quay</b>.</p><p><a href="https://go.tessellate.example/c/AAx81Kd02Lsp0Qw44">Join the team</a></p><p><a href="https://tessellate.example/help?id=8812">Help</a></p>',
    links: [["invitation", "https://go.tessellate.example/c/AAx81Kd02Lsp0Qw44"]],
  },
  {
    name: "de invitation",
    from,
    subject: "Einladung zum Team Hafenkante",
    text: "Moritz hat dich in das Team Hafenkante eingeladen.\n\nEinladung annehmen:\nhttps://werk.example/einladung/7f2c01aa-90d4-4e1b\n\nDu kennst Moritz nicht? Dann ignoriere diese Mail.",
    links: [["invitation", "https://werk.example/einladung/7f2c01aa-90d4-4e1b"]],
  },
  {
    name: "ja invitation",
    from,
    subject: "【こもれび】ワークスペースへの招待",
    html: '<p>田中さんからワークスペース「企画室」に招待されました。</p><p><a href="https://komorebi.example/i/Zk31qPd0aa92LLs8">招待を受ける</a></p><p><a href="https://komorebi.example/privacy">プライバシー</a></p>',
    links: [["invitation", "https://komorebi.example/i/Zk31qPd0aa92LLs8"]],
  },
  {
    name: "en none: a meeting to answer",
    from,
    subject: "Invitation: Lunch @ Fri 12:00",
    html: '<p>Ann has invited you to Lunch.</p><p><a href="https://calendar.example/r?eid=81kd92jf8&amp;rst=1">Yes</a> <a href="https://calendar.example/r?eid=81kd92jf8&amp;rst=2">No</a></p>',
  },
];
