// Mails that are made to cost, by what repeats in them.

function mail(body: string, { type = "text/plain", fields = "" } = {}): string {
  return `From: a@a.example\nTo: b@b.example\nSubject: hello\n${fields}MIME-Version: 1.0\nContent-Type: ${type}; charset=utf-8\n\n${body}\n`;
}

function html(body: string): string {
  return mail(body, { type: "text/html" });
}

function styled(style: string): string {
  return html(`<p style="${style}">Hello</p>`);
}

const calendar = (line: string) =>
  mail(
    `BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:1@a.example\nDTSTAMP:20260101T000000Z\nDTSTART:20260102T090000Z\n${line}\nEND:VEVENT\nEND:VCALENDAR`,
    { type: "text/calendar; method=REQUEST" },
  );

/** @param size characters of what repeats */
export function shapesOf(size: number): Record<string, () => string> {
  const times = (text: string) => text.repeat(Math.ceil(size / text.length));
  return {
    "a filter of functions": () => styled(`filter: ${"a()".repeat(390)}!`),
    "rules of a scope": () =>
      html(`<div class=a><style>@scope(.a){${times("p{color:red}")}}</style>${"<p>a".repeat(200)}</div>`),
    "attributions with the quote on their line": () =>
      mail(times("On 3 May 2024 at 10:00, Bob <b@b.example> wrote:   x\n")),
    "lines around attributions": () =>
      mail(`${times("x\n")}On 3 May 2024 at 10:00, Bob <b@b.example> wrote:   x\n`),
    "a media query of blanks": () =>
      html(
        `<style>@media (a${" ".repeat(320)}=${" ".repeat(320)}b) { p { color: red } }</style><p>Hello</p>`,
      ),
    "a media query of blanks on both sides": () =>
      html(
        `<style>@media (a${" ".repeat(600)}<${" ".repeat(600)}b${" ".repeat(600)}<x=) { p { color: red } }</style><p>Hello</p>`,
      ),
    "transforms that do not end": () => styled(`transform: a(${"scale(".repeat(300)}`),
    "gradients within gradients": () => styled(`background: ${"linear-gradient(".repeat(100)})x`),
    "digits of a length": () => styled(`width: ${"9".repeat(1900)}q; opacity: ${"9".repeat(1900)}!`),
    "blanks of a type of style": () => html(`<style type="${" ".repeat(size)}x">p{}</style><p>Hello</p>`),
    "many comments": () => html(`<p>Hello</p>${times("<!--[if[if ")}`),
    "comments that do not end": () => html(`<p>Hello</p><!-- ${times("<style<[if")}-->`),
    "nested quotes": () => mail(times("> > > a\n>>> b\n")),
    "quotes in one line": () => mail(times("> ")),
    "open pictures": () => html(times('<img alt="')),
    "open tables": () => html(times("<table ")),
    "blank boxes with bars": () => html(times('<div style="border-left:1px solid red"><br></div>')),
    "layers of blanks": () => mail(`${times(" ")}x`),
    "blank lines": () => mail(`${times("\n")}x`),
    dashes: () => mail(`${times("-")}x`),
    "brackets before an address": () => mail(`On Monday ${times("<")}a@b.example wrote:\n> x`),
    "at signs in brackets": () => mail(`On Monday (${times("@")} wrote:\n> x`),
    "attribution lines": () => mail(times("On Mon, 1 Jan 2026 at 10:00, A <a@a.example> wrote:\n")),
    "an attribution over lines": () => mail(times("On Mon,\n1 Jan ")),
    "folds of a field": () => mail("x", { fields: `X-Note: a\n${times(" b\n")}` }),
    "blanks of a subject": () => mail("x", { fields: `Subject: ${times("Re ")}: x\n` }),
    "words in encodings": () => mail("x", { fields: `X-Note: ${times("=?utf-8?q?a?= \n ")}b\n` }),
    "encodings that do not end": () => mail("x", { fields: `Comments: ${times("=?")}\n` }),
    addresses: () => mail("x", { fields: `Cc: ${times("a <a@a.example>, ")}b@b.example\n` }),
    "addresses without commas": () => mail("x", { fields: `Cc: ${times("a@")}\n` }),
    "quoted strings": () => mail("x", { fields: `Reply-To: "${times('\\" ')}\n` }),
    "comments in a date": () => mail("x", { fields: `Date: ${times("(")}\n` }),
    references: () => mail("x", { fields: `References: ${times("<a@ ")}\n` }),
    "an empty sender with blanks": () => mail("x", { fields: `Return-Path: ${times(" ")}x\n` }),
    "words of a bounce": () => mail(times("user was not ")),
    "addresses of a bounce": () => mail(times("RCPT TO:<a@")),
    "a bounce's predicates": () => mail(`550 5.1.1 the user${times(" was")}!`),
    "codes with blanks": () => mail(`Your verification code is ${times("1 ")}`),
    "codes with dashes": () => mail(`Your code: ${times("aa-")}`),
    "words before a code": () => mail(times("verify-your letzten")),
    "letters before a code": () => mail(`code ${times("ł")} 123456`),
    "colons before a code": () => mail(`code ${times(':"')} 123456`),
    links: () => mail(times("https://a.example/reset-passw")),
    "dots behind a link": () => mail(`confirm https://a.example/${times(".!")}x`),
    "lines of a calendar": () => calendar(times("ATTENDEE;CN=a;CN=b:mailto:a@a.example\n").trimEnd()),
    "parameters of a calendar": () => calendar(`ATTENDEE${times(';CN="')}:mailto:a@a.example`),
    "folds of a calendar": () => calendar(`SUMMARY:a\n${times(" b\n")}x`),
    "rules of a calendar": () => calendar(`RRULE:FREQ=YEARLY;BYDAY=${times("MO,")}`),
    "a boundary of blanks": () =>
      `From: a@a.example\nContent-Type: multipart/mixed; boundary=""\n\n--${times("\t")}x\n\n`,
  };
}
