// The mails of the demo office. Everybody in them is made up.
import { calendarObject } from "../smtp/calendar-mail.ts";

export const brochure = {
  filename: "invoice-2291.pdf",
  contentType: "application/pdf",
  content: Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n",
  ),
};

/** A picture of a room, in a few colours. */
export const photo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAIklEQVR42mNYtGHfzftPGZjZGRmZGBgYmBgYGBgYGBgYAGMXBEdz0e3jAAAAAElFTkSuQmCC",
  "base64",
);

const p = (...paragraphs: string[]) => paragraphs.join("\n\n");

export const arriving = {
  receipt: {
    from: { name: "Papertrail", address: "billing@papertrail.example" },
    subject: "Your receipt from Papertrail, #4471",
    text: p(
      "Hello Mira,",
      "We received your payment of €86.00 for November. Nothing is left to do.",
      "Papertrail",
    ),
  },
  parking: {
    from: { name: "Tomás Rivera", address: "tomas@okafor.example" },
    subject: "Parking near the house?",
    text: p("Hi,", "We arrive by car on Friday evening. Is there somewhere to park overnight?", "Tomás"),
  },
  parkingAnswer: p(
    "Hi Tomás,",
    "There are six spaces behind the house, free for guests. Turn in at the blue gate; the code is in your booking.",
    "See you on Friday!",
  ),
  newsletter: {
    from: { name: "Lumen Weekly", address: "hello@lumen.example" },
    subject: "Five small hotels that got their lighting right",
    text: "Five small hotels that got their lighting right. Read it on our site: https://lumen.example/issues/88",
    html: `<table width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ea"><tr><td align="center"><table width="520" cellpadding="24" style="background:#ffffff"><tr><td><h1 style="font-family:Georgia,serif;color:#2b2a27">Five small hotels that got their lighting right</h1><p style="font-family:Georgia,serif;color:#55514a">Warm corners, dark ceilings, and a lamp where you need one. This week we look at five houses with fewer than twenty rooms.</p><p><img src="https://lumen.example/pictures/88.jpg" alt="A lobby at dusk" width="472" height="200"></p><p><a href="https://lumen.example/issues/88" style="color:#9a5b13">Read the issue</a></p></td></tr></table></td></tr></table>`,
  },
  quote: {
    from: { name: "Amara Okafor", address: "amara@okafor.example" },
    subject: "Wedding weekend in June, 14 rooms",
    text: p(
      "Dear Harbour Lane,",
      "We are getting married on 12 June and would love to stay with you: the whole house, Friday to Sunday. Could you tell us what that would cost, and by when we need to decide?",
      "Best,\nAmara & Luis",
    ),
  },
  quoteAnswer: p(
    "Dear Amara, dear Luis,",
    "Congratulations! The whole house from Friday 11 to Sunday 13 June is €7,840, breakfast included. I can hold it for you until 5 December.",
    "Shall I?",
  ),
  tax: {
    from: { name: "Northwind Accounting", address: "ledger@northwind.example" },
    subject: "Invoice 2291 for October",
    text: p(
      "Hello,",
      "Attached is our invoice for October. It is due on 5 December.",
      "Kind regards,\nNorthwind",
    ),
  },
  frames: p("Hello,", "Do you still make the oak frames in 50 × 70? We would need eight.", "Mira"),
  refund: {
    from: { name: "Sven Aaltonen", address: "sven@fjordhotels.example" },
    subject: "Charged twice for room 7",
    messageId: "<first@fjordhotels.example>",
    text: p(
      "Hello,",
      "My card was charged twice for my stay on 14 November, €148.00 each time. Could you send one of them back?",
      "Sven Aaltonen",
    ),
  },
  refundAnswer: p(
    "Hello Sven,",
    "I am sorry about that. I see both charges; the second one was a mistake of our terminal. May I send the refund to the same card?",
  ),
  refundAgain: {
    from: { name: "Sven Aaltonen", address: "sven@fjordhotels.example" },
    subject: "Re: Charged twice for room 7",
    inReplyTo: "<first@fjordhotels.example>",
    references: "<first@fjordhotels.example>",
    text: p(
      "Yes, the same card please. The one ending in 4410.",
      "On 20 Nov, Harbour Lane Support wrote:\n> I am sorry about that. I see both charges; the second one was\n> a mistake of our terminal. May I send the refund to the same card?",
    ),
  },
  refundSecond: p(
    "Hello Sven,",
    "Done: €148.00 goes back to the card ending in 4410. It takes three to five working days until you see it.",
    "I am sorry again for the trouble. The next breakfast is on us.",
  ),
  angry: {
    from: { name: "Helene Brandt", address: "helene@northwind.example" },
    subject: "Third time that I write about the invoice",
    text: p(
      "This is the third time that I write. Your assistant keeps sending me the same link, which does not work. I would like to speak to a person.",
      "Helene Brandt",
    ),
  },
  photos: (content: Buffer) => ({
    from: { name: "Dana Whitfield", address: "dana@brightwater.example" },
    subject: "The new rooms, first pictures",
    text: p("Mira,", "First pictures of rooms 11 and 12. What do you think of the blue?", "Dana"),
    attachments: [
      { filename: "room-11.png", contentType: "image/png", content },
      { filename: "room-12.png", contentType: "image/png", content },
    ],
  }),
  offer: {
    to: ["purchasing@brightwater.example"],
    subject: "Linen for the winter, an offer",
    text: p(
      "Hello,",
      "You asked in spring for a price for 120 sets of linen. We have found a mill that makes them in flax for €31 a set. Shall I send you a sample?",
      "Harbour Lane Support",
    ),
  },
  stranger: {
    from: { name: "Account Security", address: "security@harbourlane-support.example" },
    subject: "Urgent: confirm your mailbox",
    text: "Your mailbox is full. Confirm your password at http://198.51.100.7/confirm within 24 hours.",
  },
};

export const booking = {
  ask: {
    from: { name: "Ingrid Solheim", address: "ingrid@fjordhotels.example" },
    subject: "Group of nine, 3 to 5 December",
    text: p(
      "Hello,",
      "We are nine people, three of them children. Do you have room from 3 to 5 December, and could we have dinner in the house on the first evening?",
      "Ingrid",
    ),
  },
  answer: p(
    "Hello Ingrid,",
    "We have five rooms free for those two nights: €640 in all, breakfast included. Dinner on the 3rd is no problem; the kitchen needs to know about allergies by 30 November.",
    "Shall I hold the rooms for you?",
  ),
};

/** @returns the subject and the mail */
export function invitationText(to: string): [string, string] {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
  const text = calendarObject("REQUEST", [
    "UID:lights-2026@brightwater.example",
    "SUMMARY:Lighting for rooms 11 and 12",
    "LOCATION:Harbour Lane, the lobby",
    `DTSTART:${day}T093000Z`,
    `DTEND:${day}T101500Z`,
    "ORGANIZER;CN=Dana Whitfield:mailto:dana@brightwater.example",
    `ATTENDEE;CN=Mira Lindqvist;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to}`,
    "ATTENDEE;CN=Jonas Ek;PARTSTAT=ACCEPTED:mailto:jonas@lindqvist.example",
  ]);
  const subject = "Lighting for rooms 11 and 12";
  const lines = [
    "From: Dana Whitfield <dana@brightwater.example>",
    `To: Mira Lindqvist <${to}>`,
    `Subject: ${subject}`,
    "Message-ID: <lights@brightwater.example>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Mira, let us walk through the rooms with the electrician.",
    "--b",
    "Content-Type: text/calendar; charset=utf-8; method=REQUEST",
    "",
    text.trimEnd(),
    "--b--",
    "",
  ];
  return [subject, lines.join("\r\n")];
}
