// URLs and addresses that a webhook may call. The URL is checked when it is saved, and the address when it is
// called: a name that resolves to a public address today may resolve to a private one tomorrow. Nothing here
// resolves names.

import { isIP } from "node:net";
import { invalid } from "../lib/failure.ts";
import { inNetworks, mayConnectTo, type Network } from "../lib/networks.ts";
import { parseUrl } from "../lib/urls.ts";

const maxUrlLength = 2000;

/** Names that are never public, whatever they resolve to. RFC 6761, 6762, 8375; `internal` has cloud metadata. */
const privateSuffixes = ["localhost", "local", "internal", "home.arpa", "localdomain"];

/** Whether a webhook may connect to this IP address. */
export function isAllowedAddress(address: string, allowed: readonly Network[]): boolean {
  return mayConnectTo(address) || inNetworks(address, allowed);
}

/**
 * Checks a webhook's URL as it is saved.
 *
 * @param text as the caller sent it
 * @param allowed private networks that webhooks may call; with any of them private names are accepted too, since the address is
 *   checked at connect time
 * @throws Failure(validation_error)
 */
export function checkWebhookUrl(text: string, allowed: readonly Network[]): void {
  checkPublicUrl(
    text,
    allowed,
    (url) => `a program of your own machine hears of events by postroom listen --forward ${repeated(url)}`,
  );
}

/**
 * Checks the URL of a webhook or of a file.
 *
 * @param instead what else leads there, for the refusal of a private one
 * @throws Failure(validation_error)
 */
export function checkPublicUrl(
  text: string,
  allowed: readonly Network[],
  instead: (url: URL) => string,
): void {
  const url = parseWebhookUrl(text);
  const host = bareHost(url);
  const refusal = () =>
    invalid(
      `url leads to ${host}, a private or reserved network. Use a public address; ${instead(url)}, and the operator can open networks with WEBHOOK_ALLOW_NETWORKS.`,
    );
  if (isIP(host)) {
    if (!isAllowedAddress(host, allowed)) throw refusal();
    return;
  }
  if (
    allowed.length === 0 &&
    (!host.includes(".") || privateSuffixes.some((end) => host === end || host.endsWith(`.${end}`)))
  ) {
    throw refusal();
  }
}

/** @throws Failure(validation_error) unless it is an http or https URL without credentials */
export function parseWebhookUrl(text: string): URL {
  if (text.length > maxUrlLength)
    throw invalid(`url has ${text.length} characters; send at most ${maxUrlLength}.`);
  // The WHATWG parser silently drops tabs, line breaks and outer spaces, and reads "\" as "/".
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    throw invalid("url holds a blank, backslash or control character. Percent-encode it.");
  const url = parseUrl(text);
  if (!url) throw invalid("url is not a URL. Send an absolute one, such as https://example.com/hook.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw invalid("url must begin with https:// or http://.");
  if (url.username !== "" || url.password !== "") {
    throw invalid("url must not hold a user name or password. Verify the webhook signature instead.");
  }
  if (url.port === "0") throw invalid("url names port 0. Name a real one or leave it out.");
  checkHostName(bareHost(url));
  return url;
}

/** The host without brackets and trailing dot: an IP address or a lower-case A-label name. */
export function bareHost(url: URL): string {
  const host = url.hostname;
  if (host.startsWith("[")) return host.slice(1, -1);
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

function checkHostName(host: string): void {
  if (isIP(host)) return;
  const labels = host.split(".");
  const good = (label: string) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label);
  // Some resolvers read a last label of digits as an IPv4 address. WHATWG URL 3.5
  if (host.length > 253 || !labels.every(good) || /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? "")) {
    throw invalid("url has no valid host name. Send a name such as example.com or an IP address.");
  }
}

/** Characters of a URL that a refusal repeats. */
const maxRepeated = 300;

/** The URL as a word of a shell. */
function repeated({ href }: URL): string {
  if (href.length > maxRepeated) return "URL";
  return /^[\w%:/.,@+~-]+$/.test(href) ? href : `'${href.replaceAll("'", "%27")}'`;
}
