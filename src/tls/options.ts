// TLS options of every listener: 1.2 with forward secrecy and authenticated encryption, or 1.3. RFC 9325 3.1, 4.2
import { createSecureContext, type SecureContext } from "node:tls";
import type { Certificate } from "../lib/self-signed.ts";

export const tlsOptions = {
  minVersion: "TLSv1.2",
  honorCipherOrder: true,
  ciphers: [
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305",
    "ECDHE-RSA-CHACHA20-POLY1305",
  ].join(":"),
} as const;

/** @throws Error when they are not a certificate and its key */
export function contextOf({ cert, key }: Certificate): SecureContext {
  return createSecureContext({ cert, key, ...tlsOptions });
}
