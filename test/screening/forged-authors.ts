// Mails of an attacker who owns evil.example, whose servers prove his mail, and writes as somebody else: a domain that asks to
// reject such mail, one in letters beyond ASCII, and a domain of this service.
// Long: a table of mails, one a row.
import type { Zone } from "../support/fakes/dns.ts";

export interface Forged {
  /** Header fields that name people; without the last line end. */
  head: string | Buffer;
  /** Envelope sender; by default the attacker's, whom SPF proves. */
  envelope?: string;
  helo?: string;
  /** Signed by the attacker with these domains of his. */
  signers?: readonly string[];
  /** Signature fields put above, whose domain the attacker does not own. */
  above?: string;
  /** Further fields and the body; by default those of the test. */
  rest?: string;
}

export const attacker = "x@evil.example";

/** @param key the TXT record of the attacker's signing key, @param victimKey of the victim's */
export const forgedZone = (key: string, victimKey: string): Zone => ({
  "evil.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "_dmarc.evil.example": { TXT: ["v=DMARC1; p=none"] },
  "s._domainkey.evil.example": { TXT: [key] },
  "helo.evil.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "any.evil.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "second-evil.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "s._domainkey.second-evil.example": { TXT: [key] },
  "honest.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "_dmarc.honest.example": { TXT: ["v=DMARC1; p=reject"] },
  "xn--kse-qla.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "_dmarc.xn--kse-qla.example": { TXT: ["v=DMARC1; p=reject"] },
  "s._domainkey.plain.example": { TXT: [key] },
  "dark.example": "servfail",
  "_dmarc.dark.example": { TXT: ["v=DMARC1; p=reject"] },
  "dead.example": "servfail",
  "_dmarc.dead.example": "servfail",
  "s._domainkey.dead.example": "servfail",
  "spf.dead.example": "servfail",
  "half.example": { TXT: ["v=spf1 include:spf.dead.example -all"] },
  "victim.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"], A: ["192.0.2.1"] },
  "_dmarc.victim.example": { TXT: ["v=DMARC1; p=reject"] },
  "s._domainkey.victim.example": { TXT: [victimKey] },
  "news.victim.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"], A: ["192.0.2.1"] },
  "strict.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"] },
  "_dmarc.strict.example": { TXT: ["v=DMARC1; p=quarantine; aspf=s; adkim=s"] },
  "bounce.strict.example": "servfail",
  "xn--bcher-kva.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"] },
  "_dmarc.xn--bcher-kva.example": { TXT: ["v=DMARC1; p=reject"] },
});

const shy = "\u00ad";
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const from = (value: string, more: Omit<Forged, "head"> = {}): Forged => ({
  head: `From: ${value}`,
  ...more,
});
const asBytes = (text: string): Forged => ({ head: Buffer.from(`From: ${text}`, "latin1") });

/** Of our own making, by what each hopes for. */
export const forged: Record<string, Forged> = {
  // Beyond what is read of a header
  "behind a megabyte of another field": {
    head: `X-A: ${"a".repeat(1024 * 1024)}\r\nFrom: ceo@victim.example`,
  },
  "Sender behind a megabyte of another field": {
    head: `X-A: ${"a".repeat(1024 * 1024)}\r\nSender: ceo@victim.example`,
  },
  "behind 5,000 other fields": { head: `${"X-A: a\r\n".repeat(5000)}From: ceo@victim.example` },
  "a second field behind 5,000 others": {
    head: `From: ${attacker}\r\n${"X-A: a\r\n".repeat(5000)}From: ceo@victim.example`,
  },
  "behind 64 kB of blanks": from(`${" ".repeat(64 * 1024)}ceo@victim.example`),
  "the victim alone": from("ceo@victim.example"),
  "signed by somebody else": from("ceo@victim.example", { signers: ["evil.example"] }),
  "a subdomain that is there": from("ceo@news.victim.example"),
  "a subdomain that is not": from("ceo@a.b.c.victim.example"),
  "the envelope of the victim": from("ceo@victim.example", { envelope: "ceo@victim.example" }),
  "no envelope sender": from("ceo@victim.example", { envelope: "" }),
  "no envelope sender, a HELO of the victim": from("ceo@victim.example", {
    envelope: "",
    helo: "victim.example",
  }),
  // Several authors
  "two fields, the victim first": { head: `From: ceo@victim.example\r\nFrom: ${attacker}` },
  "two fields, the victim last": { head: `From: ${attacker}\r\nFrom: ceo@victim.example` },
  "two fields, signed": {
    head: `From: ceo@victim.example\r\nFrom: ${attacker}`,
    signers: ["evil.example"],
  },
  "three fields": { head: `From: ${attacker}\r\nFrom: ceo@victim.example\r\nFrom: ${attacker}` },
  "two fields of other case": { head: `FROM: ceo@victim.example\r\nfrom: ${attacker}` },
  "two fields, one with a blank": { head: `From : ceo@victim.example\r\nFrom: ${attacker}` },
  "two fields, one empty": { head: "From:\r\nFrom: ceo@victim.example" },
  "two fields, one folded": { head: `From:\r\n ceo@victim.example\r\nFrom: ${attacker}` },
  "a list, the victim first": from(`ceo@victim.example, ${attacker}`),
  "a list, the victim last": from(`${attacker}, ceo@victim.example`),
  "a list, signed": from(`CEO <ceo@victim.example>, ${attacker}`, { signers: ["evil.example"] }),
  "a list with a Sender": { head: `From: ceo@victim.example, ${attacker}\r\nSender: ${attacker}` },
  "a long list": from(
    [...Array.from({ length: 40 }, (_, n) => `a${n}@evil.example`), "ceo@victim.example"].join(", "),
  ),
  "many domains before it": from(
    [...Array.from({ length: 30 }, (_, n) => `a@d${n}.example`), "ceo@victim.example"].join(", "),
  ),
  "a semicolon": from(`ceo@victim.example; ${attacker}`),
  "a group": from(`Board: ceo@victim.example, ${attacker};`),
  "a group of one": from(`${attacker}, Board: ceo@victim.example;`),
  "two groups": from(`A: ${attacker};, B: ceo@victim.example;`),
  "two addresses without a comma": from(`<ceo@victim.example> <${attacker}>`),
  "two addresses without a comma, the other first": from(`<${attacker}> <ceo@victim.example>`),
  "an empty address before it": from("<>, ceo@victim.example"),
  "a name before it": from("Board, ceo@victim.example"),
  "three domains, the last one asks": from(`${attacker}, y@second-evil.example, ceo@victim.example`),
  "one that asks to quarantine": from(`${attacker}, ceo@strict.example`),
  // Nobody in From
  "a Sender alone": { head: "Sender: ceo@victim.example" },
  "an empty From and a Sender": { head: "From: \r\nSender: CEO <ceo@victim.example>" },
  "an empty group and a Sender": { head: "From: undisclosed:;\r\nSender: ceo@victim.example" },
  "an empty address and a Sender": { head: "From: <>\r\nSender: ceo@victim.example" },
  "two Senders": { head: `Sender: ceo@victim.example\r\nSender: ${attacker}` },
  "nobody at all, the victim in the envelope": { head: "X-A: b", envelope: "ceo@victim.example" },
  "a broken From field": { head: "Fro\r\n m: x\r\nSender: ceo@victim.example" },
  // Letters
  "letters beyond ASCII": from("ceo@bücher.example"),
  "capitals beyond ASCII": from("ceo@BÜCHER.example"),
  "a letter and its accent apart": from("ceo@bu\u0308cher.example"),
  "A-labels": from("ceo@xn--bcher-kva.example"),
  "A-labels in capitals": from("ceo@XN--BCHER-KVA.example"),
  "letters in an older charset": asBytes("ceo@b\xfccher.example"),
  "a soft hyphen": from(`ceo@vic${shy}tim.example`),
  "soft hyphens everywhere": from(`ceo@${[..."victim"].join(shy)}.exa${shy}mple`),
  "a zero width space": from("ceo@victim\u200b.example"),
  "a word joiner": from("ceo@vic\u2060tim.example"),
  "a zero width joiner": from("ceo@vic\u200dtim.example"),
  "a zero width non-joiner": from("ceo@vic\u200ctim.example"),
  "a byte order mark": from("ceo@victim.exam\ufeffple"),
  "a variation selector": from("ceo@victim\ufe0f.example"),
  "letters of tags": from("ceo@victim\u{e0061}.example"),
  "a combining grapheme joiner": from("ceo@vic\u034ftim.example"),
  "an ideographic full stop": from("ceo@victim\u3002example"),
  "a full-width full stop": from("ceo@victim\uff0eexample"),
  "a half-width full stop": from("ceo@victim\uff61example"),
  "full-width letters": from("ceo@ｖｉｃｔｉｍ.example"),
  "mathematical letters": from("ceo@\u{1d42f}ictim.example"),
  "a letter in a circle": from("ceo@ⓥictim.example"),
  "an at sign of full width": from("ceo＠victim.example"),
  "a small at sign": from("ceo﹫victim.example"),
  "a last dot": from("ceo@victim.example."),
  "a last ideographic dot": from("ceo@victim.example。"),
  "soft hyphen, encoded": from(encoded(`ceo@vic${shy}tim.example`)),
  "a bidirectional override": from("ceo@\u202evictim.example"),
  "a false A-label": from("ceo@xn--victim-.example"),
  // Ways to write
  "an encoded address": from(encoded("CEO <ceo@victim.example>")),
  "an encoded list": from(`${encoded("ceo@victim.example")}, ${attacker}`),
  "a route": from("<@evil.example:ceo@victim.example>"),
  "two at signs": from("ceo@victim.example@evil.example"),
  "two at signs the other way": from("x@evil.example@victim.example"),
  "two at signs in brackets": from("<ceo@victim.example@evil.example>"),
  comments: from("ceo(a)@(x@evil.example)victim.example(b)"),
  "a folded address": from("ceo@victim\r\n .example"),
  blanks: from("ceo @ victim . example"),
  "an escaped comma": from(`<ceo@victim.example>\\,<${attacker}>`),
  "a quoted local part": from('"x@evil.example"@victim.example'),
  "an open quote": from(`"ceo@victim.example`),
  "an open bracket": from(`CEO <ceo@victim.example`),
  "an open comment": from(`ceo@victim.example (`),
  "a NUL": from("ceo@victim\0.example"),
  "a tab": from("ceo@\tvictim.example"),
  "a domain literal": from("ceo@[192.0.2.1]"),
  "an underscore": from("ceo@_.victim.example"),
  "a percent sign": from("ceo@victim%2eexample"),
  mailto: from("<mailto:ceo@victim.example>"),
  // Failures of names that could not have helped
  "the attacker's SPF is out of order": from("ceo@victim.example", { envelope: "x@dead.example" }),
  "what his SPF includes is out of order": from("ceo@victim.example", { envelope: "x@half.example" }),
  "his key is out of order": from("ceo@victim.example", { signers: ["dead.example"] }),
  both: from("ceo@victim.example", { envelope: "x@dead.example", signers: ["dead.example"] }),
  "his HELO is out of order": from("ceo@victim.example", { envelope: "", helo: "dead.example" }),
  "a subdomain's SPF, where only the domain itself counts": from("ceo@strict.example", {
    envelope: "x@bounce.strict.example",
  }),
  "a list, and his SPF is out of order": from(`ceo@victim.example, x@dead.example`, {
    envelope: "x@dead.example",
  }),
  "a signature of the victim's that does not verify": from("ceo@victim.example", {
    envelope: "x@dead.example",
    above: "DKIM-Signature: v=1; a=rsa-sha256; d=victim.example; s=s; h=from; bh=AAAA; b=AAAA",
  }),
  "a selector that leads elsewhere": from("ceo@victim.example", {
    above:
      "DKIM-Signature: v=1; a=rsa-sha256; d=victim.example; s=s._domainkey.evil.example.\0.a; h=from; bh=AAAA; b=AAAA",
  }),
  "results in our name": from("ceo@victim.example", {
    above:
      "Authentication-Results: mx.agents.example; dmarc=pass header.from=victim.example; auth=pass smtp.auth=ceo@victim.example",
  }),
  // Structure of the fields
  "groups within a group": from(`A: B: ${attacker};, ceo@victim.example;`),
  "a group without its end": from(`Board: ceo@victim.example, ${attacker}`),
  "a group's name that is an address": from("ceo@victim.example:;", { envelope: attacker }),
  "a group's name that is an address, with a member": from(`ceo@victim.example: ${attacker};`),
  "comments in each place of the domain": from("<ceo@(a)victim(b).(c)example(d)>"),
  "a comment within a comment": from(`ceo@victim.example (a (${attacker}) b)`),
  "a comment with the at sign": from(`ceo(@evil.example,)@victim.example`),
  "a comment that opens in the name": from(`(x <ceo@victim.example>, ${attacker}`),
  "a comment of an escape": from(`ceo@victim.example (\\) <${attacker}>`),
  "a quoted name with a bracket": from(`"x> <${attacker}" <ceo@victim.example>`),
  "an escaped quote": from(`"a\\" <ceo@victim.example>, "b" <${attacker}>`),
  "an encoded word for the domain": from(`<ceo@${encoded("victim.example")}>`),
  "an encoded word within the domain": from("<ceo@=?utf-8?Q?victim=2Eexample?=>"),
  "an encoded word for the local part": from(`<${encoded("ceo")}@victim.example>`),
  "an encoded line end": from(`${encoded(`x\r\nFrom: ${attacker}`)} <ceo@victim.example>`),
  "an encoded address behind the attacker's": from(`<${attacker}> ${encoded("<ceo@victim.example>")}`),
  "an encoded word of UTF-7": from("=?utf-7?Q?ceo+AEA-victim.example?="),
  "an encoded word with a language": from("=?utf-8*en?Q?ceo=40victim.example?="),
  "brackets within brackets": from(`<<ceo@victim.example>>`),
  "brackets within brackets, two addresses": from(`<ceo@victim.example<${attacker}>>`),
  "brackets the wrong way": from(`>ceo@victim.example< <${attacker}`),
  "empty brackets behind": from("ceo@victim.example <>"),
  "a blank line that is none": { head: `From: ceo@victim.example\r\n \r\nX-A: b` },
  "a field folded before its colon": { head: `From\r\n : ceo@victim.example\r\nFrom: ${attacker}` },
  "a field of a tab alone, folded": { head: `From:\r\n\t\r\n\tceo@victim.example\r\nX-A: b` },
  "a line without a colon above": { head: `nothing\r\nFrom: ceo@victim.example` },
  "a line of mbox above": { head: `From ${attacker} Sat Nov 21 10:00:00 2026\r\nFrom: ceo@victim.example` },
  "a blank above the first field": { head: ` From: ${attacker}\r\nFrom: ceo@victim.example` },
  "an empty line above": { head: `\r\nFrom: ceo@victim.example` },
  "a NUL in the name of the field": { head: `From\0: ceo@victim.example\r\nFrom: ${attacker}` },
  "a NUL before the address": from(`\0ceo@victim.example, ${attacker}`),
  "a bare CR, and another From": { head: `X-A: b\rFrom: ceo@victim.example\r\nFrom: ${attacker}` },
  "a bare CR within": from(`ceo@victim.example\r,${attacker}`),
  "a bare LF, and another From": { head: `X-A: b\nFrom: ceo@victim.example\r\nFrom: ${attacker}` },
  "a vertical tab before the colon": { head: `From\v: ceo@victim.example\r\nFrom: ${attacker}` },
  "a no-break space before the colon": {
    head: Buffer.from(`From\xa0: ceo@victim.example\r\nFrom: ceo@victim.example`, "latin1"),
  },
  "eight bits in the name of the field": {
    head: Buffer.from(`Fr\xf6m: ${attacker}\r\nFrom: ceo@victim.example`, "latin1"),
  },
  "bytes that are no UTF-8 as its name, and a comment that does not end": asBytes(
    `\xc3\x28 <ceo@victim.example>`,
  ),
  "a comment that does not end, from no sender": from("CEO ( <ceo@victim.example>", { envelope: "" }),
  "a comment that does not end, encoded": from(encoded("CEO ( <ceo@victim.example>")),
  "a name alone": from("The CEO of Victim"),
  "a name alone, signed": from("The CEO of Victim", { signers: ["evil.example"] }),
  "a Resent-From of the attacker": { head: `Resent-From: ${attacker}\r\nFrom: ceo@victim.example` },
  "a Resent-From and a Resent-Sender, no From": {
    head: "Resent-From: ceo@victim.example\r\nResent-Sender: ceo@victim.example",
  },
  "a Reply-To and no From": { head: "Reply-To: ceo@victim.example" },
  "an Apparently-From": { head: "Apparently-From: ceo@victim.example\r\nX-From: ceo@victim.example" },
  "a list of many, the victim far behind": from(
    [...Array.from({ length: 3000 }, (_, n) => `a${n}@evil.example`), "ceo@victim.example"].join(", "),
  ),
  "a domain literal of a name": from("ceo@[victim.example]"),
  "a domain literal of IPv6": from("ceo@[IPv6:2001:db8::1]"),
  "a domain literal, and the victim": from("x@[192.0.2.1], ceo@victim.example"),
  "a domain of one label and the victim": from("x@localhost, ceo@victim.example"),
  "the victim's domain with a port": from("ceo@victim.example:25"),
  "the victim's domain with a slash": from("ceo@victim.example/evil.example"),
  "the victim's domain with two dots": from("ceo@victim..example"),
  "the victim's domain with a first dot": from("ceo@.victim.example"),
  "the victim's domain, no local part": from("@victim.example"),
  "a bang path": from("victim.example!ceo@evil.example.victim.example"),
  "a percent route": from("ceo%evil.example@victim.example"),
  // Proofs that prove something else
  "a signature of the first octets alone": from("ceo@victim.example", {
    signers: ["evil.example"],
    above:
      "DKIM-Signature: v=1; a=rsa-sha256; d=victim.example; s=s; l=0; h=from; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA",
  }),
  "a signature with two domains": from("ceo@victim.example", {
    above:
      "DKIM-Signature: v=1; a=rsa-sha256; d=evil.example; d=victim.example; s=s; h=from; bh=AAAA; b=AAAA",
  }),
  "a signature with an identity of the victim": from("ceo@victim.example", {
    above:
      "DKIM-Signature: v=1; a=rsa-sha256; d=evil.example; i=ceo@victim.example; s=s; h=from; bh=AAAA; b=AAAA",
  }),
  "a chain that the attacker sealed": from("ceo@victim.example", {
    above:
      "ARC-Seal: i=1; a=rsa-sha256; cv=none; d=evil.example; s=s; b=AAAA\r\nARC-Message-Signature: i=1; a=rsa-sha256; d=evil.example; s=s; h=from; bh=AAAA; b=AAAA\r\nARC-Authentication-Results: i=1; mx.evil.example; dmarc=pass header.from=victim.example",
  }),
  "a Received-SPF of the victim": from("ceo@victim.example", {
    above: "Received-SPF: pass (mx.agents.example: domain of ceo@victim.example) client-ip=192.0.2.1",
  }),
  "results in our name, folded and in capitals": from("ceo@victim.example", {
    above:
      "AUTHENTICATION-RESULTS:\r\n MX.Agents.Example (x) 1;\r\n dkim=pass header.d=victim.example; dmarc=pass header.from=victim.example",
  }),
  "a HELO with a blank and the victim": from("ceo@victim.example", {
    envelope: "",
    helo: "helo.evil.example victim.example",
  }),
  "an envelope of a quoted at sign": from("ceo@victim.example", {
    envelope: '"x@victim.example"@evil.example',
  }),
  "an envelope with a comment": from("ceo@victim.example", { envelope: "x@evil.example(@victim.example)" }),
  "an envelope in the other's letters": from("ceo@victim.example", {
    envelope: "x@evil.example\u3002victim.example",
  }),
  // As attacks on mail systems were published (Chen, Paxson and Jiang 2020)
  "an envelope below the victim that is not there": from("ceo@victim.example", {
    envelope: "x@not.there.victim.example",
  }),
  "an envelope that opens a comment": from("ceo@victim.example", {
    envelope: "(x@victim.example",
    helo: "evil.example",
  }),
  "an envelope whose domain holds a bracket": from("ceo@victim.example", {
    envelope: "x@victim.example(a.evil.example",
  }),
  "an envelope whose local part ends in a quote": from("ceo@victim.example", {
    envelope: "x@victim.example'@any.evil.example",
  }),
  "an envelope with a route": from("ceo@victim.example", {
    envelope: "@victim.example,@any.example:'x@evil.example",
  }),
  "a signature of a domain with a quote": from("ceo@victim.example", {
    above: "DKIM-Signature: v=1; a=rsa-sha256; d=victim.example'a.evil.example; s=s; h=from; bh=AAAA; b=AAAA",
  }),
  "a signature of a domain with a bracket": from("ceo@victim.example", {
    above: "DKIM-Signature: v=1; a=rsa-sha256; d=victim.example(a.evil.example; s=s; h=from; bh=AAAA; b=AAAA",
  }),
  "a From that is folded and swallows the next line, and a Sender": {
    head: `From\r\n : <${attacker}>\r\nnX-A: b\r\nSender: <ceo@victim.example>`,
  },
  "a From that is folded, and a Resent-From": {
    head: `From\r\n : <${attacker}>\r\nnX-A: b\r\nResent-From: <ceo@victim.example>`,
  },
  "an address behind the brackets": {
    head: `From: <${attacker}>ceo@victim.example\r\nSender: <s@news.victim.example>`,
  },
  "a route of two": from("<@evil.example,@any.example:ceo@victim.example>"),
  // Domains of this service
  "our own domain": from("boss@agents.example"),
  "ours below it": from("boss@sub.agents.example"),
  "ours far below it": from("boss@1.2.3.4.5.6.7.8.9.10.11.12.13.agents.example"),
  "ours with a soft hyphen": from(`boss@agents${shy}.example`),
  "ours in full-width letters": from("boss@ａｇｅｎｔｓ.example"),
  "ours with an ideographic full stop, below it": from("boss@sub。agents.example"),
  "ours in a list": from(`${attacker}, boss@agents.example`),
  "ours as a Sender alone": { head: "Sender: boss@agents.example" },
  "ours in the envelope alone": { head: "X-A: b", envelope: "boss@agents.example" },
  "ours in two fields": { head: `From: boss@agents.example\r\nFrom: ${attacker}` },
};

/** Mail whose author nobody forged. */
export const honest: Record<string, Forged & { dmarc: string; shown: string }> = {
  "one author": { ...of("ann@honest.example"), dmarc: "pass", shown: "ann@honest.example" },
  "several of one domain": {
    ...of("ann@honest.example, Bob <bob@honest.example>"),
    dmarc: "pass",
    shown: "ann@honest.example",
  },
  "an encoded address": {
    ...of(encoded("Ann <ann@honest.example>")),
    dmarc: "pass",
    shown: "ann@honest.example",
  },
  "comments and blanks": {
    ...of("ann (at work) @ honest . example (Ann)"),
    dmarc: "pass",
    shown: "ann@honest.example",
  },
  "letters beyond ASCII": {
    ...of("ann@käse.example", "ann@xn--kse-qla.example"),
    dmarc: "pass",
    shown: "ann@käse.example",
  },
  "capitals, and an accent apart": {
    ...of("ann@KA\u0308SE.example", "ann@xn--kse-qla.example"),
    dmarc: "pass",
    shown: "ann@käse.example",
  },
  "a soft hyphen in one's own name": {
    ...of(`ann@hon${shy}est.example`, "ann@honest.example"),
    dmarc: "pass",
    shown: "ann@honest.example",
  },
  "an address twice, as some programs write it": {
    ...of("ann@honest.example <ann@honest.example>"),
    dmarc: "pass",
    shown: "ann@honest.example",
  },
  "a domain without a policy": {
    ...of("ann@plain.example", attacker),
    dmarc: "none",
    shown: "ann@plain.example",
  },
  "two of domains without a policy": {
    ...of("ann@plain.example, bob@other.example"),
    dmarc: "permerror",
    shown: "ann@plain.example",
  },
  "its own name server is out of order": {
    ...of("ann@dark.example"),
    dmarc: "temperror",
    shown: "ann@dark.example",
  },
  "a bounce with a name alone": {
    head: "From: Mail Delivery System",
    envelope: "",
    dmarc: "permerror",
    shown: "",
  },
  "nobody, from nobody": { head: "X-A: b", envelope: "", dmarc: "permerror", shown: "" },
};

function of(value: string, envelope = value): Forged {
  return { head: `From: ${value}`, envelope: /[^\s<,]+@[\w.-]+/.exec(envelope)?.[0] ?? "ann@honest.example" };
}
