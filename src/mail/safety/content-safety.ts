// Signs in a mail's content that a person should look at it: hidden text, invisible characters, a differing
// plain part, links that name another place, imitated boundaries. Words are judged in orders to
// programs beside the text alone (program-orders.ts). DECISIONS Safety

import type { ReviewReason } from "../../schema/message/message-safety.ts";
import { pictureNames, visibleText } from "../html/visible-text.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { isForward } from "../threading.ts";
import {
  type Findings,
  type Hidden,
  type Invisible,
  type OtherForm,
  type PlainDifference,
  shortened,
} from "../visible/findings.ts";
import { accountsIn } from "../written-numbers.ts";
import { asksBeside, ordersInAddress } from "./addressed-orders.ts";
import { isCounted, isMostly } from "./click-counters.ts";
import { type ForgedBoundary, forgedBoundaries } from "./forged-boundaries.ts";
import { type LinkFact, linksOf, namedHost, organisation } from "./links.ts";
import { isNote } from "./plain-footers.ts";
import { plainDifference } from "./plain-part.ts";
import { type Beside, namesPlace, ordersProgram, sendsAway } from "./program-orders.ts";

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
  const forged = forgedIn(mail, findings.beforeMessages);
  const { remote, remoteCount: count, invisible, hidden, plainDiffers } = findings;
  const beside = besideOf(mail);
  const ordering = findings.forms.flatMap((form) => orderIn(form, beside) ?? []);
  ordering.push(...orderInLinks(links, beside));
  const unseen = hidden.filter(
    (found) =>
      found.isReadable && found.newWords > 0 && !(isNote(found.text) && !namesPlace(found.text, beside)),
  );
  const signs: Record<ReviewReason, boolean> = {
    hidden_text:
      unseen.some((found) => !found.isPreheader) || isOrderBefore(unseen, beside) || ordering.length > 0,
    invisible_characters: [...invisible.values()].some(isWriting),
    plain_html_differ:
      plainDiffers !== null &&
      (plainDiffers.hasAccount ||
        plainDiffers.isLeading ||
        isOther(plainDiffers.own) ||
        ordersProgram(plainDiffers.own.said)),
    link_mismatch: links.some((link) => link.mismatch && isForeign(link, links, mail, findings.isBulk)),
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
      ...ordering,
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

/** Texts beside a preheader or another form of the text. */
function besideOf({ from, to, cc, html, text }: CheckedMail): Beside {
  let shown: string | null = null;
  return {
    from: from.email,
    readers: [...to, ...cc].map(({ email }) => email),
    shown: () => {
      shown ??= html === "" ? (text ?? "") : `${visibleText(html, { links: true })}\n${pictureNames(html)}`;
      return shown.toLowerCase();
    },
  };
}

/** Whether preheaders, which are harmless otherwise, speak to a program or lead elsewhere. */
function isOrderBefore(unseen: readonly Hidden[], beside: Beside): boolean {
  if (unseen.length === 0) return false;
  const text = unseen.map((found) => found.text).join("\n");
  return ordersProgram(text) || namesPlace(text, beside);
}

/** An order in another form of the text that the mail does not show; null: none. */
function orderIn({ where, text }: OtherForm, beside: Beside): Hidden | null {
  const isCalendar = where === "text/calendar";
  const isOrder = (said: string) => ordersProgram(said) || (!isCalendar && sendsAway(said, beside));
  if (!isOrder(text) && accountsIn(text).length === 0) return null;
  const shown = beside.shown();
  // A calendar alone is the mail.
  if (isCalendar && shown.trim() === "") return null;
  const difference = plainDifference(text, shown);
  if (difference === null) return null;
  if (!difference.hasAccount && !difference.isCut && !isOrder(difference.text)) return null;
  return { technique: "other form", text: shortened(difference.text), where };
}

/** An order in the address of a link, in words that the mail does not show. */
function orderInLinks(links: readonly LinkFact[], { shown }: Beside): Hidden[] {
  // An address that is written out is seen.
  const said = links
    .filter(({ href, text }) => !text.startsWith("http") && spoken.test(href))
    .map(({ href }) => href);
  if (said.length === 0 || !ordersInAddress(said, shown)) return [];
  const found = said.find((href) => ordersInAddress([href], shown)) ?? said[0]!;
  return [{ technique: "address of a link", text: shortened(found), where: "html: a" }];
}

/** Three words in a row, or letters beyond ASCII in their octets. */
const spoken =
  /\p{L}{2,20}(?:[-_+/ &=]|%20)\p{L}{1,20}(?:[-_+/ &=]|%20)\p{L}{2,20}|\p{Lu}\p{Ll}{1,20}\p{Lu}\p{Ll}{1,20}\p{Lu}|%[C-Fc-f][\dA-Fa-f]%[89ABab][\dA-Fa-f]/u;

/** Whether so many of a plain part's words stand in it alone that it is another text. */
function isOther(own: PlainDifference["own"]): boolean {
  const { words, hasLine, isAsking } = own;
  if (hasLine || words >= 8) return true;
  return (words >= fewestOther || (words > 0 && isAsking)) && words * 4 >= own.of;
}

/** Fewer words that ask for nothing are a wording. */
const fewestOther = 3;

/** Whether characters carry text or disguise it, and are not the leftovers of a program. */
function isWriting({ kind, count, text, inWords }: Invisible): boolean {
  if (kind === "tags" || kind === "bidi_override") return true;
  if (kind === "variation_selectors") return count >= 8 || text.length >= 4;
  return inWords >= 16;
}

/** Whether the words name neither the sender, of whom many count clicks, nor where a link leads that is counted. */
function isForeign(
  link: LinkFact,
  links: readonly LinkFact[],
  { from: { email }, html }: CheckedMail,
  isBulk: boolean,
): boolean {
  const named = namedHost(link.text);
  const from = email.slice(email.lastIndexOf("@") + 1);
  if (named === null || organisation(named) === organisation(from)) return false;
  const isCounter = () => isMostly(organisation(link.host ?? ""), links) && !asksBeside(html, link);
  return !isCounted(link, named, { from, isBulk }, isCounter);
}

/** @param before the mail's own text where heads of ours follow */
function forgedIn({ subject, text, replyText }: CheckedMail, before: string | null): ContentSafety["forged"] {
  const isForwarded = isForward(subject);
  const places: ["subject" | "reply_text", string, boolean][] = [
    ["subject", subject ?? "", isForwarded],
    ["reply_text", replyText, isForwarded || before !== null],
  ];
  const inOwn = forgedBoundaries(before ?? "", { isForward: isForwarded });
  const found: ContentSafety["forged"] = places.flatMap(([where, part, isForward]) =>
    forgedBoundaries(part, { isForward }).map((one) => ({ ...one, where })),
  );
  const known = new Set(found.map((one) => one.text));
  found.push(
    ...inOwn.filter((one) => !known.has(one.text)).map((one) => ({ ...one, where: "reply_text" as const })),
  );
  if (text === null || text.length === replyText.length) return found;
  // History holds the headers of earlier mails; tokens have no place there either.
  const seen = new Set(found.map((one) => one.text));
  const inHistory = forgedBoundaries(text, { isForward: true }).filter((one) => !seen.has(one.text));
  return [...found, ...inHistory.map((one) => ({ ...one, where: "text" as const }))];
}
