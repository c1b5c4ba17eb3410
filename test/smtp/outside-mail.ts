import { generateDkimKeys } from "../../src/outbound/dkim.ts";
import { outsideEnv, type TestDns, type Zone } from "../support/fakes/dns.ts";

export const keys = await generateDkimKeys();

export const zone: Zone = {
  "proper.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "_dmarc.proper.example": { TXT: ["v=DMARC1; p=reject"] },
  "rsa._domainkey.proper.example": { TXT: [keys.rsa.dnsValue] },
  "ed._domainkey.proper.example": { TXT: [keys.ed25519.dnsValue] },
  "elsewhere.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"] },
  "strict.example": { TXT: ["v=spf1 -all"] },
  "_dmarc.strict.example": { TXT: ["v=DMARC1; p=reject; sp=quarantine"] },
  "odd.strict.example": { A: ["192.0.2.1"] },
  "_dmarc.watched.example": { TXT: ["v=DMARC1; p=none"] },
  "broken.example": "servfail",
  "_dmarc.dark.example": { TXT: ["v=DMARC1; p=reject"] },
  "dark.example": "servfail",
  "silent.example": "silence",
  "_dmarc.silent.example": "silence",
  "1.0.0.127.list.example": { A: ["127.0.0.2"] },
};

/** Settings of a server that people's mail programs reach too. `dns` answers for the zone. */
export const listeningEnv = (dns: TestDns) => ({
  ...outsideEnv(dns),
  SUBMISSION_PORT: "0",
  IMAP_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
});

let counter = 0;

export function letter(from: string, more: { head?: string; body?: string } = {}): string {
  const head = `From: Ann <${from}>\r\nTo: you@agents.example\r\nSubject: n ${++counter}\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${counter}@x.example>\r\n`;
  return `${more.head ?? ""}${head}\r\n${more.body ?? "hello\r\n"}`;
}
