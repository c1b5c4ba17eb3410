// The content of a resident's mail: its text with the values of this correspondence, in the manner of its mail program, with what an
// attacker hides in it.
import { escapeHtml } from "../../lib/html.ts";
import type { World } from "../resident.ts";
import { hide } from "./hiding.ts";
import { type AnsweredMail, bodiesOf } from "./mail-programs.ts";
import { writeMeeting } from "./meetings.ts";
import type { Opening, ResidentData, Rule } from "./resident-data.ts";
import { spanMs, token } from "./spans.ts";
import type { LetterFile, WorldLetter } from "./world-letter.ts";

/** Values of one correspondence that a text may name. */
export interface Fillings {
  name: string;
  from: string;
  subject: string;
  code: string;
  link: string;
  order: string;
}

export function filled(text: string, values: Fillings): string {
  return text.replace(/\{(name|from|subject|code|link|order)\}/g, (_, key: keyof Fillings) => values[key]);
}

interface Composing {
  values: Fillings;
  answering: AnsweredMail | null;
  world: World;
  /** An invitation goes to this address. */
  meetingWith?: string;
  dateMs?: number;
}

type Composed = Pick<
  WorldLetter,
  "from" | "messageId" | "headers" | "text" | "html" | "files" | "calendar" | "replyTo"
>;

/** All of a letter but its recipients, subject and place in a thread. */
export function composedFields(data: ResidentData, mail: Opening | Rule, composing: Composing): Composed {
  const { values, world } = composing;
  const bodies = bodyOf(data, mail, composing);
  const meeting = meetingFor(data, mail, composing);
  const domain = data.address.split("@")[1];
  return {
    from: mail.as
      ? { email: mail.as.address, name: mail.as.name ?? "" }
      : { email: data.address, name: data.name },
    messageId: `<${token(world, 24)}@${domain}>`,
    ...(mail.reply_to ? { replyTo: { email: mail.reply_to } } : {}),
    headers: headersOf(data, mail, values),
    ...bodies,
    ...(meeting ? { calendar: meeting } : {}),
    files: filesOf(mail, values),
  };
}

function bodyOf(data: ResidentData, mail: Opening | Rule, { values, answering }: Composing) {
  const said = filled(mail.text ?? "", values);
  const isService = data.kind !== "person" && data.program === undefined;
  const written = isService
    ? { text: said, html: mail.html ? null : `<html><body>${shownHtml(said)}</body></html>` }
    : bodiesOf(
        said,
        {
          program: data.program ?? "gmail",
          language: data.language ?? "en",
          quoting: data.quoting ?? "top",
          signature: mail.automatic ? null : (data.signature ?? null),
        },
        answering,
      );
  const html = mail.html === undefined ? written.html : filled(mail.html, values);
  if (mail.hidden === undefined) return { text: written.text, html };
  const shown = { html: shownHtml(written.text), plain: written.text };
  return hide(mail.hidden.how, shown, filled(mail.hidden.text, values));
}

function shownHtml(text: string): string {
  const link = (line: string) =>
    escapeHtml(line).replace(/https:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  return text
    .split("\n")
    .map((line) => `<div>${line === "" ? "<br>" : link(line)}</div>`)
    .join("");
}

function headersOf(data: ResidentData, mail: Opening | Rule, values: Fillings): [string, string][] {
  const domain = data.address.split("@")[1] ?? "";
  const key = values.link.split("/").at(-1) ?? "";
  return [
    ...Object.entries(mail.headers ?? {}),
    ...(mail.automatic ? [["Auto-Submitted", "auto-replied"] as [string, string]] : []),
    ...(mail.unsubscribe
      ? ([
          ["List-Id", `<news.${domain}>`],
          [
            "List-Unsubscribe",
            `<https://${domain}/leave/${key}>, <mailto:${data.address}?subject=unsubscribe>`,
          ],
          ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
        ] as [string, string][])
      : []),
  ];
}

function meetingFor(data: ResidentData, { invite }: Opening | Rule, composing: Composing) {
  const { meetingWith, values, dateMs, world } = composing;
  if (invite === undefined) return null;
  const nowMs = dateMs ?? world.nowMs;
  // On the hour, and the same for the meeting and its end.
  const startMs = Math.ceil((nowMs + spanMs(invite.in)) / 3_600_000) * 3_600_000;
  return writeMeeting({
    uid: `${Buffer.from(invite.title).toString("hex").slice(0, 40)}@${data.address.split("@")[1]}`,
    title: invite.title,
    startMs,
    minutes: invite.minutes ?? 60,
    location: invite.location,
    notes: invite.notes,
    organizer: { email: data.address, name: data.name },
    attendee: meetingWith ?? values.from,
    nowMs,
    isCancelled: invite.cancel ?? false,
  });
}

function filesOf(mail: Opening | Rule, values: Fillings): LetterFile[] {
  const files = (mail.files ?? []).map(({ filename, content_type, text }) => ({
    filename,
    contentType: content_type ?? "text/plain",
    content: filled(text, values),
  }));
  if (mail.padding_kb === undefined) return files;
  const content = Buffer.alloc(mail.padding_kb * 1024, "0123456789abcdef");
  return [...files, { filename: "scan.bin", contentType: "application/octet-stream", content }];
}
