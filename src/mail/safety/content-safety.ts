// Signs in a mail's content that a person should look at it: hidden text, invisible characters, a differing
// plain part, links that name another place, imitated boundaries. No words are judged, only what a reader
// cannot see. DECISIONS Safety

import type { ReviewReason } from "../../schema/message/message-safety.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { isForward } from "../threading.ts";
import { type Findings, type Hidden, type Invisible, shortened } from "../visible/findings.ts";
import type { PlainDifference } from "../visible/plain-part.ts";
import { isCounted } from "./click-counters.ts";
import { type ForgedBoundary, forgedBoundaries } from "./forged-boundaries.ts";
import { type LinkFact, linksOf, namedHost, organisation } from "./links.ts";

export interface ContentSafety {
  hidden: Hidden[];
  invisible: Invisible[];
  /** The plain part has words that the HTML does not show. */
  plainDiffers: boolean;
  links: LinkFact[];
  remote: { count: number; hosts: string[] };
  forged: (ForgedBoundary & { where: "subject" | "reply_text" | "text" })[];
  /** Files came with it, which may hide something themselves. */
  hasFiles: boolean;
  /** Why a person should look; none: nothing speaks against the mail. */
  reasons: ReviewReason[];
}

type CheckedMail = Omit<ParsedMail, "review">;

export function contentSafety(mail: CheckedMail, findings: Findings): ContentSafety {
  const links = linksOf(mail.html);
  const forged = forgedIn(mail);
  const { remote, remoteCount: count, invisible, hidden, plainDiffers } = findings;
  const signs: Record<ReviewReason, boolean> = {
    hidden_text: hidden.some((found) => found.isReadable && !found.isPreheader && found.newWords > 0),
    invisible_characters: [...invisible.values()].some(isWriting),
    plain_html_differ: plainDiffers !== null && (plainDiffers.hasAccount || isOther(plainDiffers.own)),
    link_mismatch: links.some((link) => link.mismatch && isForeign(link, mail.from.email, findings.isBulk)),
    forged_boundaries: forged.length > 0,
    not_judged: !findings.isWhole,
  };
  return {
    hidden: [
      ...hidden.map(({ technique, text, where, isPreheader }) => ({
        technique,
        text,
        where: isPreheader ? `${where}, before the text` : where,
      })),
      ...(plainDiffers === null
        ? []
        : [{ technique: "plain part", text: shortened(plainDiffers.text), where: "text" }]),
    ],
    invisible: [...invisible.values()],
    plainDiffers: plainDiffers !== null,
    links,
    remote: { count, hosts: [...remote.keys()] },
    forged,
    hasFiles: mail.attachments.length > 0,
    reasons: (Object.keys(signs) as ReviewReason[]).filter((reason) => signs[reason]),
  };
}

/** Whether so many of a plain part's words stand in it alone that it is another text. */
function isOther({ words, of, hasLine }: PlainDifference["own"]): boolean {
  return hasLine || words >= 8 || (words > 0 && words * 4 >= of);
}

/** Whether characters carry text or disguise it, and are not the leftovers of a program. */
function isWriting({ kind, count, text, inWords }: Invisible): boolean {
  if (kind === "tags" || kind === "bidi_override") return true;
  if (kind === "variation_selectors") return count >= 8 || text.length >= 4;
  return inWords >= 16;
}

/** Whether the words name neither the sender, of whom many count clicks, nor where a link leads that is counted. */
function isForeign(link: LinkFact, email: string, isBulk: boolean): boolean {
  const named = namedHost(link.text);
  const from = email.slice(email.lastIndexOf("@") + 1);
  if (named === null || organisation(named) === organisation(from)) return false;
  return !isCounted(link, named, { from, isBulk });
}

function forgedIn({ subject, text, replyText }: CheckedMail): ContentSafety["forged"] {
  const forward = isForward(subject);
  const places: ["subject" | "reply_text", string][] = [
    ["subject", subject ?? ""],
    ["reply_text", replyText],
  ];
  const found = places.flatMap(([where, part]) =>
    forgedBoundaries(part, { isForward: forward }).map((one) => ({ ...one, where })),
  );
  if (text === null || text.length === replyText.length) return found;
  // History holds the headers of earlier mails; tokens have no place there either.
  const seen = new Set(found.map((one) => one.text));
  const inHistory = forgedBoundaries(text, { isForward: true }).filter((one) => !seen.has(one.text));
  return [...found, ...inHistory.map((one) => ({ ...one, where: "text" as const }))];
}
