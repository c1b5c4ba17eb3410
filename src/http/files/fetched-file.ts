// A file behind a URL that a caller names: fetched as webhooks are called, from public addresses alone, within a time and a
// size, one hop after the other. DECISIONS Drafts and sending.

import {
  allowanceHolds,
  effectiveProtection,
  type ProtectionLayers,
} from "../../../actors/account/reviews/protection.ts";
import type { Clock } from "../../lib/clock.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { Places } from "../../lib/places.ts";
import { parseUrl } from "../../lib/urls.ts";
import { decodedParam, parseParameterised } from "../../mail/mime/parameters.ts";
import type { Database } from "../../store/database/database.ts";
import { readProtection, standingsOf } from "../../store/reviews/protection.ts";
import type { Owner } from "../../store/scope.ts";
import { type GetOptions, type Got, getUrl, TooLarge } from "../../webhooks/get.ts";
import { checkPublicUrl } from "../../webhooks/guard.ts";
import { fileName, mediaType } from "./file-names.ts";

/** Time for all redirects together. */
const timeoutMs = 30_000;
const maxRedirects = 3;
/** Fetches at once, each of up to 25 MB in memory. */
const places = new Places({ inAll: 12, perKey: 4 });

export interface FetchDeps {
  database: Database;
  clock: Clock;
  config: { webhookAllowNetworks: GetOptions["allowed"] };
  clientDocuments: Pick<GetOptions, "resolve" | "ca">;
}

export interface WantedFile {
  /** The address whose mail is to have it. */
  owner: Owner;
  url: string;
  /** The field that names the URL. */
  field: string;
  maxBytes: number;
}

export interface FetchedFile {
  filename: string;
  contentType: string;
  bytes: Uint8Array;
}

/** @throws Failure validation_error naming the field: the URL can never be fetched */
export function checkFileUrl({ config }: FetchDeps, url: string, field: string): void {
  try {
    checkPublicUrl(url, config.webhookAllowNetworks, () => "a file that is there goes along as content");
  } catch (error) {
    if (error instanceof Failure) throw invalid(`Field "${field}": ${error.message}`);
    throw error;
  }
}

/** @throws Failure validation_error, forbidden (host), payload_too_large, rate_limited */
export async function fetchFile(deps: FetchDeps, wanted: WantedFile): Promise<FetchedFile> {
  const release = places.take(wanted.owner.accountId);
  if (!release)
    throw new Failure("rate_limited", "Many files are being fetched from URLs just now. Try again.", 5);
  try {
    return fileOf(wanted, await follow(deps, wanted));
  } finally {
    release();
  }
}

/** The answer at the end of redirects, each hop checked as the first one was. */
async function follow(
  deps: FetchDeps,
  { owner, url, field, maxBytes }: WantedFile,
): Promise<Got & { url: string }> {
  const options = { allowed: deps.config.webhookAllowNetworks, ...deps.clientDocuments };
  const deadline = performance.now() + timeoutMs;
  let at = url;
  const limits = await hostLimits(deps, owner);
  for (let hops = 0; hops <= maxRedirects; hops++) {
    if (limits) await checkHost(deps, { owner, limits, field, url: at });
    const left = Math.ceil(deadline - performance.now());
    if (left <= 0) throw unfetched(field, `no answer within ${timeoutMs / 1000} seconds`);
    const got = await getUrl({ url: at, accept: "*/*", timeoutMs: left, maxBytes }, options).catch(
      (error) => {
        if (error instanceof TooLarge)
          throw new Failure(
            "payload_too_large",
            `The file of "${field}" makes the message larger than 25 MB. Send a link to it instead.`,
          );
        throw unfetched(field, "its server could not be reached, is on a private network, or was too slow");
      },
    );
    if (got.status === 200) return { ...got, url: at };
    const to = got.status >= 300 && got.status < 400 ? got.headers.location : undefined;
    const next = to === undefined ? null : parseUrl(to, at);
    if (next === null) throw unfetched(field, `the answer was ${got.status}`);
    next.hash = "";
    if (at.startsWith("https:") && next.protocol !== "https:")
      throw unfetched(field, "it is redirected from https to something else");
    checkFileUrl(deps, next.href, field);
    at = next.href;
  }
  throw unfetched(field, `it is redirected more than ${maxRedirects} times`);
}

/** Return the address's settings that limit which hosts may be called; null: none do. */
async function hostLimits(
  { database }: FetchDeps,
  { accountId, identityId }: Owner,
): Promise<ProtectionLayers | null> {
  const settings = await readProtection(database, { accountId, identityId });
  const protection = effectiveProtection(settings.own, settings.byDefault);
  return protection && (protection.lists || protection.outbound !== "off") ? settings : null;
}

/**
 * A URL says to its host what its writer put into it, before anybody has looked at the mail. So where sends wait, hosts
 * that the lists allow are asked alone, each hop of a redirect too. DECISIONS Protection and reviews: The gate.
 * @throws Failure forbidden
 */
async function checkHost(
  { database, clock }: FetchDeps,
  { owner, limits, field, url }: { owner: Owner; limits: ProtectionLayers; field: string; url: string },
): Promise<void> {
  const host = new URL(url).hostname.replace(/\.$/, "");
  const found = await standingsOf(database, owner, { emails: [host], direction: "send" });
  const { blocked = false, listed = [] } = found.get(host) ?? {};
  const where = { identityId: owner.identityId, at: clock.now() };
  const isAllowed = listed.some((allowance) => allowanceHolds(allowance, limits, where));
  if (!blocked && (isAllowed || effectiveProtection(limits.own, limits.byDefault)?.outbound === "off"))
    return;
  throw new Failure(
    "forbidden",
    blocked
      ? `Field "${field}": ${host} is on the block list of this address, so nothing is fetched from there. Send "content".`
      : `Field "${field}": mail of this address waits for a person, and a URL already says something to its host. Send "content", or ask the person to put ${host} on the allow list for sending.`,
  );
}

function unfetched(field: string, why: string): Failure {
  return invalid(`The file of "${field}" could not be fetched: ${why}. Check the URL, or send "content".`);
}

/** Named by Content-Disposition (RFC 6266), or by the path. */
function fileOf({ field }: WantedFile, { url, headers, body }: Got & { url: string }): FetchedFile {
  const { params } = parseParameterised(headers["content-disposition"] ?? "");
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  const named = firstName([decodedParam(params, "filename"), decoded(last)], field);
  return { filename: named, contentType: typeOf(headers["content-type"], field), bytes: body };
}

function firstName(candidates: readonly (string | null)[], field: string): string {
  for (const name of candidates) {
    // Control characters are no part of a name.
    const clean = (name ?? "")
      .toWellFormed()
      .replace(/\p{Cc}/gu, "")
      .slice(0, 255);
    try {
      return fileName(clean, field);
    } catch {
      // The next one.
    }
  }
  return "file";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function typeOf(given: string | undefined, field: string): string {
  try {
    return mediaType(given ?? "", field);
  } catch {
    return "application/octet-stream";
  }
}
