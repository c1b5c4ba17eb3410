// One host that an SMTP session is opened to: its address, how TLS is used, and how long each step may take.

import type { TlsPolicy } from "../mail/report/tls-report.ts";
import type { DanePolicy } from "./dane.ts";

/** In milliseconds. Shorter than the minutes of RFC 5321 4.5.3.2, in the same order. */
export interface Timeouts {
  /** Until TCP is connected. */
  readonly connect: number;
  /** Greeting, EHLO and STARTTLS together. */
  readonly greeting: number;
  /** Without a byte from the server while commands or data are sent. */
  readonly command: number;
  /** For the reply to the final dot: a shorter timeout makes duplicates. RFC 1047 */
  readonly final: number;
}

export const defaultTimeouts: Timeouts = {
  connect: 30_000,
  greeting: 90_000,
  command: 180_000,
  final: 600_000,
};

/**
 * `none`: never TLS; `opportunistic`: STARTTLS where offered, any certificate; `encrypted`: STARTTLS or nothing, any
 * certificate; `verified`: STARTTLS or nothing with a certificate for `name`. `implicit…`: TLS from the first byte.
 */
export type TlsRule =
  | "none"
  | "opportunistic"
  | "encrypted"
  | "verified"
  | "implicit-encrypted"
  | "implicit-verified";

export interface Target {
  /** Host name for SNI, certificate check and log. */
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly tls: TlsRule;
  /** TLSA records that the certificate must match, beside the rule. */
  readonly dane?: DanePolicy;
  /** The TLS policy of the recipients' domain, for its report; absent: no report is wanted. */
  readonly policy?: TlsPolicy;
  /** The host is in the MTA-STS policy. */
  readonly allowed?: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}
