// Mails of the attacker of forged-authors.ts whose hope is the policy of a domain above or below the author's, or a signature that
// the author's domain once made for something else.
import { createHash, createPrivateKey, sign } from "node:crypto";
import type { Zone } from "../support/fakes/dns.ts";
import type { Forged } from "./forged-authors.ts";

const his = { TXT: ["v=spf1 ip4:127.0.0.1 -all"] };
const theirs = { TXT: ["v=spf1 ip4:192.0.2.1 -all"], A: ["192.0.2.1"] };
const policy = (tags: string) => ({ TXT: [`v=DMARC1; ${tags}`] });

/** @param victimKey the TXT record of the victim's signing key */
export const policyZone = (victimKey: string): Zone => ({
  "loose.example": theirs,
  "news.loose.example": theirs,
  "_dmarc.loose.example": policy("p=none; sp=reject"),
  "ghosts.example": theirs,
  "there.ghosts.example": theirs,
  "_dmarc.ghosts.example": policy("p=none; np=reject"),
  "only.example": theirs,
  "_dmarc.only.example": policy("p=quarantine; sp=none; np=reject"),
  // A registry: each domain below it is another's. RFC 9989 4.10
  "registry.example": { NS: ["ns.registry.example"] },
  "_dmarc.registry.example": policy("p=reject; psd=y"),
  "bank.registry.example": theirs,
  "thief.registry.example": his,
  "good.registry.example": his,
  "shop.registry.example": theirs,
  "_dmarc.shop.registry.example": policy("p=reject"),
  "thief.shop.registry.example": his,
  // One whose tenants are others. RFC 9989 4.7
  "host.example": theirs,
  "_dmarc.host.example": policy("p=reject"),
  "tenant.host.example": theirs,
  "_dmarc.tenant.host.example": policy("p=reject; psd=n"),
  "thief.host.example": his,
  "_dmarc.spaced.example": { TXT: ["v=DMARC1 ;\tp = reject ;"] },
  "_dmarc.capitals.example": { TXT: ["v=DMARC1; p=REJECT"] },
  "_dmarc.alias.example": { CNAME: "_dmarc.victim.example" },
  "_dmarc.beside.example": { TXT: ["google-site-verification=x", "v=DMARC1; p=reject"] },
  "_dmarc.quarantined.example": policy("p=quarantine; pct=0"),
  "_dmarc.unknown-tags.example": policy("p=reject; zz=1; =; fo=1:d:s"),
  "_dmarc.strictly.example": policy("p=reject; adkim=s; aspf=s"),
  "thief.strictly.example": his,
  "s._domainkey.thief.strictly.example": { TXT: [victimKey] },
  "strictly.example": theirs,
  "revoked._domainkey.victim.example": { TXT: ["v=DKIM1; k=ed25519; p="] },
  "testing._domainkey.victim.example": { TXT: [victimKey.replace("v=DKIM1;", "v=DKIM1; s=other;")] },
  "anybody.example": { TXT: ["v=spf1 ?all"] },
  "_dmarc.anybody.example": policy("p=reject"),
  "soft.example": { TXT: ["v=spf1 ~all"] },
  "_dmarc.soft.example": policy("p=reject"),
  "long.example": {
    TXT: [`v=spf1 ${Array.from({ length: 12 }, (_, n) => `include:i${n}.long.example`).join(" ")} +all`],
  },
  "_dmarc.long.example": policy("p=reject"),
  ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`i${n}.long.example`, theirs])),
});

const body = "hello\r\n";
const more = "Date: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@x.example>\r\n\r\n";
const fields = ["From: ceo@victim.example", "To: you@agents.example", "Subject: n"];

/** A signature by the victim's key (RFC 6376 and 8463) over these fields and this body, both canonicalised simply. */
function victimSignature(
  privateKey: string,
  {
    tags = "",
    over = fields,
    of = body,
    selector = "s",
  }: { tags?: string; over?: readonly string[]; of?: string; selector?: string } = {},
): string {
  const length = /\bl=(\d+)/.exec(tags)?.[1];
  const hash = createHash("sha256")
    .update(of.slice(0, length === undefined ? undefined : Number(length)))
    .digest("base64");
  const names = over.map((field) => field.slice(0, field.indexOf(":"))).join(":");
  const start = `DKIM-Signature: v=1; a=ed25519-sha256; c=simple/simple; d=victim.example; s=${selector}; ${tags}h=${names}; bh=${hash}; b=`;
  const digest = createHash("sha256")
    .update([...over, start].join("\r\n"))
    .digest();
  const key = createPrivateKey(privateKey);
  return start + sign(null, digest, key).toString("base64");
}

/** @param key of the victim */
export function forgedByPolicy(key: string): Record<string, Forged> {
  const from = (value: string, more: Omit<Forged, "head"> = {}) => ({ head: `From: ${value}`, ...more });
  const signedOnce = (
    signature: Parameters<typeof victimSignature>[1],
    { head = "", text = body }: { head?: string; text?: string } = {},
  ) => ({
    head: `${victimSignature(key, signature)}\r\n${head}${fields.join("\r\n")}`,
    rest: `${more}${text}`,
  });
  return {
    "a subdomain of sp=reject that is there": from("ceo@news.loose.example"),
    "a subdomain of sp=reject that is not": from("ceo@gone.loose.example"),
    "far below sp=reject": from("ceo@a.b.c.d.e.f.g.h.news.loose.example"),
    "below np=reject, not there": from("ceo@gone.ghosts.example"),
    "below sp=none and np=reject, not there": from("ceo@gone.only.example"),
    "a customer of a registry": from("ceo@bank.registry.example"),
    "a customer of a registry, by another customer": from("ceo@bank.registry.example", {
      envelope: "x@thief.registry.example",
    }),
    "a customer's subdomain, by another customer": from("ceo@a.bank.registry.example", {
      envelope: "x@thief.registry.example",
    }),
    "the registry itself, by a customer": from("ceo@registry.example", {
      envelope: "x@thief.registry.example",
    }),
    "a tenant that is an organisation, by its neighbour": from("ceo@tenant.host.example", {
      envelope: "x@thief.host.example",
    }),
    "a tenant's own subdomain, by its neighbour": from("ceo@a.tenant.host.example", {
      envelope: "x@thief.host.example",
    }),
    "a record with blanks and tabs": from("ceo@spaced.example"),
    "a record in capitals": from("ceo@capitals.example"),
    "a record by an alias": from("ceo@alias.example"),
    "a record beside another text": from("ceo@beside.example"),
    "a record with pct=0": from("ceo@quarantined.example"),
    "a record with unknown tags": from("ceo@unknown-tags.example"),
    "a subdomain's envelope where the same domain is asked": from("ceo@strictly.example", {
      envelope: "x@thief.strictly.example",
    }),
    "an SPF that says nothing": from("ceo@anybody.example", { envelope: "ceo@anybody.example" }),
    "an SPF that softly fails": from("ceo@soft.example", { envelope: "ceo@soft.example" }),
    "an SPF of more look-ups than are made": from("ceo@long.example", { envelope: "ceo@long.example" }),
    "a null sender and the attacker's HELO below the victim": from("ceo@victim.example", {
      envelope: "",
      helo: "not.there.victim.example",
    }),
    // What the victim signed once, sent again with something else
    "a signature over no octet of the body": signedOnce({ tags: "l=0; " }, { text: "pay me\r\n" }),
    "a signature over the first octets of the body": signedOnce(
      { tags: "l=7; " },
      { text: "hello\r\npay me\r\n" },
    ),
    "a signature over another body": signedOnce({}, { text: "pay me\r\n" }),
    "a signature that is over": signedOnce({ tags: "t=1000000000; x=1000000600; " }),
    "a signature of a key that was withdrawn": signedOnce({ selector: "revoked" }),
    "a key that is not for mail": signedOnce({ selector: "testing" }),
    "a signature that does not cover the author": signedOnce({ over: fields.slice(1) }),
    "another author above the signed one": signedOnce({}, { head: "From: boss@victim.example\r\n" }),
    "another subject above the signed one": signedOnce({}, { head: "Subject: pay me\r\n" }),
  };
}

/** Mail whose author nobody forged, beside those. @param key of the victim */
export const honestByPolicy = (key: string): Record<string, Forged & { dmarc: string; shown: string }> => ({
  "a customer of a registry": {
    head: "From: ann@good.registry.example",
    envelope: "ann@good.registry.example",
    dmarc: "pass",
    shown: "ann@good.registry.example",
  },
  "a customer of a registry, by a subdomain": {
    head: "From: ann@a.good.registry.example",
    envelope: "ann@good.registry.example",
    dmarc: "pass",
    shown: "ann@a.good.registry.example",
  },
  "below np=reject, and there": {
    head: "From: ann@there.ghosts.example",
    dmarc: "fail",
    shown: "ann@there.ghosts.example",
  },
  "what the victim signed": {
    head: [victimSignature(key), ...fields].join("\r\n"),
    rest: `${more}${body}`,
    dmarc: "pass",
    shown: "ceo@victim.example",
  },
});
