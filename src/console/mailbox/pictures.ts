// Remote pictures of mails: fetched by this server for a person who asked to see them, so that their senders learn neither
// the person's address nor their browser. Only what a page of the same session links to is fetched, from public networks
// alone, and only pictures without scripts are passed on. DECISIONS Agent signup and console

import { holdsSends } from "../../../actors/account/reviews/protection.ts";
import type { HttpDeps } from "../../http/context.ts";
import { notFound } from "../../lib/failure.ts";
import { html } from "../../lib/html.ts";
import { Places } from "../../lib/places.ts";
import { constantTimeEqual, hmacSha256 } from "../../lib/secrets.ts";
import { parseUrl } from "../../lib/urls.ts";
import { isFromHere } from "../../mail/trust/authentication.ts";
import { isOlderThanId } from "../../store/message/answered.ts";
import type { MessageRow } from "../../store/message/messages.ts";
import { type Got, getUrl } from "../../webhooks/get.ts";
import { type Here, page, routes } from "../frame/answers.ts";
import { pictureTypes } from "./files.ts";

const path = "/console/pictures";
/** Pictures of one document. */
const mostPictures = 200;
const mostRedirects = 3;
const timeoutMs = 10_000;
const maxBytes = 8 * 1024 * 1024;
/** Fetched at once, in all and for one account. */
const mostAtOnce = { inAll: 48, perKey: 12 };
const keptSeconds = 3600;
/** Characters of a picture's words that stand in its place. */
const mostWords = 60;

export function picturePages(deps: HttpDeps) {
  const places = new Places(mostAtOnce);
  return routes().get(
    path,
    page(deps, "reviewer", async (here) => {
      const url = askedFor(here);
      const release = places.take(here.account.accountId);
      if (!release)
        return new Response(null, {
          status: 503,
          headers: { "retry-after": "2", "cache-control": "no-store" },
        });
      try {
        return pictureAnswer(await fetchPicture(deps, url).catch(() => null));
      } finally {
        release();
      }
    }),
  );
}

/**
 * Whether the URLs of a mail's pictures may be asked for: of an address whose mail waits for people, where the mail came from
 * elsewhere or was imported. Of others somebody here chose them. DECISIONS Protection and reviews
 */
export async function mayFetchPictures(
  { database }: Pick<HttpDeps, "database">,
  { id, accountId, identityId, direction, deliveredTo, authentication, createdAt }: MessageRow,
): Promise<boolean> {
  const isFromElsewhere = deliveredTo !== null && !isFromHere(direction, authentication);
  const isImported = deliveredTo === null && isOlderThanId({ id, createdAt });
  if (isFromElsewhere || isImported) return true;
  return !(await holdsSends(database, { accountId, identityId }));
}

/**
 * A mail's markup with its remote pictures, by way of this server. The sanitiser escapes ">" in values and writes
 * attributes in double quotes: this finds elements, never text.
 */
export function withPictures({ csrf }: Pick<Here, "csrf">, markup: string): string {
  let left = mostPictures;
  return markup.replace(/<img [^<>]*>/g, (element) =>
    element.replace(/ data-remote-src="([^"]*)"/, (attribute, escaped: string) => {
      if (left-- <= 0) return attribute;
      const url = unescaped(escaped);
      const query = new URLSearchParams({ url, proof: proofOf(csrf, url) });
      return ` src="${path}?${query.toString().replaceAll("&", "&amp;")}"`;
    }),
  );
}

/** A mail's markup in which a quiet place with its words stands for each remote picture. */
export function withoutPictures(markup: string): string {
  return markup.replace(/<img [^<>]*>/g, (element) =>
    / data-remote-src="/.test(element) && !/ src="/.test(element)
      ? element.replace("<img ", `<img src="${placeholder(element)}" `)
      : element,
  );
}

function placeholder(element: string): string {
  const alt = unescaped(/ alt="([^"]*)"/.exec(element)?.[1] ?? "");
  const words = [...alt.toWellFormed().trim()].slice(0, mostWords).join("");
  const width = / width="(\d{1,4})(?:px)?"/.exec(element)?.[1];
  const height = / height="(\d{1,4})(?:px)?"/.exec(element)?.[1];
  const own = words === "" ? 32 : 40 + 8 * words.length;
  const text = html`<text x="12" y="50%" dominant-baseline="middle" font-family="system-ui,sans-serif" font-size="13" fill="#5b6470">${words}</text>`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width ?? own}" height="${height ?? 32}"><rect width="100%" height="100%" fill="#f1f3f5"/>${text}</svg>`;
  // Quotes end the attribute, and "%" begins an octet. RFC 2397
  return `data:image/svg+xml,${encodeURIComponent(svg.text).replaceAll("'", "%27")}`;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => entities[name]!);
}

/** Another session's pages have another one: nobody is made to fetch a URL by a link. */
function proofOf(csrf: string, url: string): string {
  return hmacSha256(csrf, `picture ${url}`).toString("base64url");
}

/** @throws Failure not_found */
function askedFor({ url, csrf }: Here): string {
  const asked = url.searchParams.get("url") ?? "";
  if (!constantTimeEqual(url.searchParams.get("proof") ?? "", proofOf(csrf, asked))) throw notFound();
  return asked;
}

/** @returns null: there is no picture @throws Error as getUrl */
async function fetchPicture({ remotePictures }: HttpDeps, first: string): Promise<Got | null> {
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const got = await getUrl({ url, accept: "image/*", timeoutMs, maxBytes }, remotePictures);
    if (got.status === 200) return got;
    const { location } = got.headers;
    if (got.status < 300 || got.status > 399 || location === undefined) return null;
    const next = parseUrl(location, url);
    if (next === null) return null;
    url = next.href;
  }
  return null;
}

function pictureAnswer(got: Got | null): Response {
  const type = got?.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isPicture = got !== null && pictureTypes.test(type);
  return new Response(isPicture ? (got.body as Uint8Array<ArrayBuffer>) : null, {
    status: isPicture ? 200 : 404,
    headers: {
      ...(isPicture ? { "content-type": type } : {}),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": `private, max-age=${isPicture ? keptSeconds : 60}`,
    },
  });
}
