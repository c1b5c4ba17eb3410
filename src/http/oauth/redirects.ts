// Where an answer to a client may go. A redirect URI is compared as text, but for the port of this machine. OAuth 2.1 2.3.1,
// RFC 8252 7, 8.4
import { parseUrl } from "../../lib/urls.ts";

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Programs that agents run in, by the schemes that they have registered with the system. Any other scheme may be the system's or
 * another program's, which would do what the address says.
 */
const programs = new Set(
  "claude cursor goose jan kiro lmstudio raycast trae vscode vscode-insiders vscodium warp windsurf zed".split(
    " ",
  ),
);
/** Links of those programs that do not end a sign-in: they open files, settings and machines, and install what they name. */
const actions =
  /^(?:(?:file|folder|vscode-remote|ssh-remote|extensions?|settings|profile|command|schemas|recipe|bot|add_mcp|open_from_hf|mcp\/by-name)(?:[/:]|$)|anysphere\.cursor-deeplink\/(?!mcp\/auth)|ms-vscode-remote\.)/i;
const installs = /\/(?:mcp-)?install(?:\/|$)/i;

/**
 * A scheme of an app is a domain of its maker's, reversed. RFC 8252 7.1. It begins with a top-level domain, which is letters or an
 * A-label: `x-apple.systempreferences` and `ms-settings.x` are the system's.
 */
const reversedDomain = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** @returns null: it may be registered; else why not */
export function redirectProblem(uri: string): string | null {
  if (uri.length > 500 || !/^[\x21-\x7e]+$/.test(uri) || /[\\"<>]/.test(uri) || parseUrl(uri) === null)
    return "A redirect URI must be an absolute URL of at most 500 characters.";
  const url = new URL(uri);
  if (uri.includes("#")) return "A redirect URI must not have a fragment.";
  if (url.username !== "" || url.password !== "" || /^[a-z.+-]+:\/\/[^/?]*@/i.test(uri))
    return "A redirect URI must not hold a user name.";
  // Browsers read `https:evil.example` as a path beside the page that leads there. URL Standard, special authority slashes
  if (/^https?:(?!\/\/[^/])/i.test(uri))
    return "A redirect URI of the web must name its host: https://app.example/callback.";
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:")
    return loopback.test(url.hostname)
      ? null
      : "A redirect URI with http must lead to localhost, 127.0.0.1 or [::1]. Use https.";
  const scheme = url.protocol.slice(0, -1);
  if (programs.has(scheme) && doesMore(uri))
    return `A redirect URI must not have ${scheme} do anything but end the sign-in. Use an address that it has for that.`;
  if (programs.has(scheme) || reversedDomain.test(scheme)) return null;
  return `A redirect URI must not have the scheme ${scheme}. Use https, http to this machine, a domain of yours reversed (com.example.app:), or one of ${[...programs].join(", ")}.`;
}

/** Whether a redirect URI of a program would make it do more than end a sign-in. Percent-encoding hides nothing. */
function doesMore(uri: string): boolean {
  const plain = uri.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const path = plain.slice(plain.indexOf(":") + 1).split("?", 1)[0]!;
  let from = 0;
  while (path[from] === "/") from++;
  return actions.test(path.slice(from)) || installs.test(path);
}

/** Whether an answer may go to `given`. */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  return (
    redirectProblem(given) === null && registered.some((uri) => uri === given || differsInPort(uri, given))
  );
}

/** RFC 8252 7.3: a program takes the port that is free. */
function differsInPort(registered: string, given: string): boolean {
  const [one, other] = [new URL(registered), new URL(given)];
  if (one.protocol !== "http:" || !loopback.test(one.hostname) || one.hostname !== other.hostname)
    return false;
  return withoutPort(registered) === withoutPort(given);
}

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, "$1");
}

/** Where an answer goes, as a person reads it. */
export function destinationOf(uri: string): { kind: "web" | "machine" | "app"; name: string } {
  const url = new URL(uri);
  if (url.protocol === "https:") return { kind: "web", name: url.host };
  if (url.protocol === "http:") return { kind: "machine", name: url.hostname };
  return { kind: "app", name: url.protocol.slice(0, -1) };
}

/** The source by which a page's policy names the destination of its form. CSP 3, 2.3.1: brackets are no part of one. */
export function formSource(uri: string): string {
  const url = new URL(uri);
  if (url.protocol !== "https:" && url.protocol !== "http:") return url.protocol;
  return url.hostname.startsWith("[") ? url.protocol : url.origin;
}
