// How four mail programs write an answer: where the history stands, how it is introduced and marked, in text and in HTML. Markup after
// what the programs themselves send.
import { escapeHtml } from "../../lib/html.ts";
import { type TongueName, tongues, writtenTime } from "./tongues.ts";

export const programNames = ["gmail", "outlook", "apple", "thunderbird"] as const;
export type ProgramName = (typeof programNames)[number];
export const quotingNames = ["top", "bottom", "between", "none"] as const;
export type Quoting = (typeof quotingNames)[number];

export interface AnsweredMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  dateMs: number;
}

export interface Manner {
  program: ProgramName;
  language: TongueName;
  quoting: Quoting;
  signature: string | null;
}

/** Bodies of a mail. `said` is the text that the writer typed: one paragraph a line when it answers between the lines. */
export function bodiesOf(
  said: string,
  manner: Manner,
  answered: AnsweredMail | null,
): { text: string; html: string | null } {
  const signature = manner.signature === null ? "" : `\n\n-- \n${manner.signature}`;
  if (answered === null || manner.quoting === "none")
    return { text: said + signature, html: htmlAlone(said, manner) };
  const layout = manner.program === "outlook" ? outlook : marked;
  return layout(said, manner, answered);
}

function htmlAlone(said: string, { program, signature }: Manner): string | null {
  // Thunderbird writes plain text here: some people do.
  if (program === "thunderbird") return null;
  const sign = signature === null ? "" : signatureHtml(program, signature);
  if (program === "outlook")
    return `<html><body lang="EN-US"><div class="WordSection1">${paragraphs(said, "MsoNormal")}${sign}</div></body></html>`;
  return `<div dir="ltr">${lines(said)}</div>${sign}`;
}

function attribution(manner: Manner, answered: AnsweredMail): string {
  const { date, time } = writtenTime(answered.dateMs, manner.language);
  return tongues[manner.language].wrote
    .replace("{date}", date)
    .replace("{time}", time)
    .replace("{who}", `<${answered.from}>`);
}

/** Gmail, Apple Mail and Thunderbird mark each line of the history. */
function marked(said: string, manner: Manner, answered: AnsweredMail): { text: string; html: string } {
  const intro = attribution(manner, answered);
  const quotedLines = answered.text.trimEnd().split("\n").slice(0, 200);
  const quoted = quotedLines.map((line) => (line ? `> ${line}` : ">")).join("\n");
  const signature = manner.signature === null ? "" : `\n\n-- \n${manner.signature}`;
  const history = `${intro}\n\n${quoted}`;
  const block = blockquote(manner, lines(answered.text.trimEnd()));
  const sign = manner.signature === null ? "" : signatureHtml(manner.program, manner.signature);
  const introHtml = introduced(manner.program, escapeHtml(intro));
  switch (manner.quoting) {
    case "bottom":
      return {
        text: `${history}\n\n${said}${signature}`,
        html: `${opened(manner.program, introHtml + block)}<div><br></div><div>${lines(said)}</div>${sign}`,
      };
    case "between":
      return between(said, { manner, intro, introHtml, quotedLines, sign, signature });
    default:
      return {
        text: `${said}${signature}\n\n${history}`,
        html: `<div dir="ltr">${lines(said)}</div>${sign}<br>${opened(manner.program, introHtml + block)}`,
      };
  }
}

interface BetweenParts {
  manner: Manner;
  intro: string;
  introHtml: string;
  quotedLines: string[];
  sign: string;
  signature: string;
}

/** Each line of what was said stands below a line of the history, as long as there are any. */
function between(said: string, parts: BetweenParts): { text: string; html: string } {
  const answers = said.split("\n").filter((line) => line.trim() !== "");
  const asked = parts.quotedLines.filter((line) => line.trim() !== "");
  const pieces: { quote: string[]; answer: string }[] = answers.map((answer, at) => ({
    quote: at === answers.length - 1 ? asked.slice(at) : asked.slice(at, at + 1),
    answer,
  }));
  const text = pieces
    .map(({ quote, answer }) => [...quote.map((line) => `> ${line}`), "", answer, ""].join("\n"))
    .join("\n");
  const html = pieces
    .map(
      ({ quote, answer }) =>
        (quote.length > 0 ? blockquote(parts.manner, lines(quote.join("\n"))) : "") +
        `<div>${escapeHtml(answer)}</div>`,
    )
    .join("");
  return {
    text: `${parts.intro}\n\n${text.trimEnd()}${parts.signature}`,
    html: `<div dir="ltr">${parts.introHtml}${html}</div>${parts.sign}`,
  };
}

function introduced(program: ProgramName, intro: string): string {
  if (program === "gmail") return `<div dir="ltr" class="gmail_attr">${intro}<br></div>`;
  if (program === "thunderbird") return `<div class="moz-cite-prefix">${intro}<br></div>`;
  return `<div>${intro}</div>`;
}

function blockquote({ program }: Manner, inner: string): string {
  const attributes =
    program === "gmail"
      ? 'class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"'
      : 'type="cite"';
  return `<blockquote ${attributes}><div>${inner}</div></blockquote>`;
}

function opened(program: ProgramName, inner: string): string {
  return program === "gmail" ? `<div class="gmail_quote gmail_quote_container">${inner}</div>` : inner;
}

/** Outlook marks nothing: a rule, a header block, then the history. It answers above, whatever the person prefers. */
function outlook(said: string, manner: Manner, answered: AnsweredMail): { text: string; html: string } {
  const [from, sent, to, subject] = tongues[manner.language].block;
  const { date, time } = writtenTime(answered.dateMs, manner.language);
  const rows: [string, string][] = [
    [from, `<${answered.from}>`],
    [sent, `${date} ${time}`],
    [to, answered.to],
    [subject, answered.subject],
  ];
  const signature = manner.signature === null ? "" : `\n\n${manner.signature}`;
  const sign = manner.signature === null ? "" : signatureHtml("outlook", manner.signature);
  const header = rows.map(([label, value]) => `<b>${label}</b> ${escapeHtml(value)}`).join("<br>");
  const old = answered.text.trimEnd();
  return {
    text: `${said}${signature}\n\n________________________________\n${rows.map((row) => row.join(" ")).join("\n")}\n\n${old}`,
    html: `<html><body lang="EN-US"><div class="WordSection1">${paragraphs(said, "MsoNormal")}${sign}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">${header}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${paragraphs(old, "MsoNormal")}</div></body></html>`,
  };
}

function signatureHtml(program: ProgramName, signature: string): string {
  const inner = lines(signature);
  if (program === "gmail")
    return `<br><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">${inner}</div>`;
  if (program === "thunderbird") return `<div class="moz-signature">-- <br>${inner}</div>`;
  return `<p class="MsoNormal"><o:p>&nbsp;</o:p></p>${paragraphs(signature, "MsoNormal")}`;
}

function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => `<div>${line.trim() === "" ? "<br>" : escapeHtml(line)}</div>`)
    .join("");
}

function paragraphs(text: string, name: string): string {
  return text
    .split("\n")
    .map(
      (line) =>
        `<p class="${name}">${line.trim() === "" ? "<o:p>&nbsp;</o:p>" : escapeHtml(line)}<o:p></o:p></p>`,
    )
    .join("");
}
