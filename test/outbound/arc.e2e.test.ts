// Our ARC sets as another implementation reads them: dkimpy verifies what we seal, and we seal on top of what it has sealed.
// RFC 8617
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dkimDnsValue, generateDkimKeys } from "../../src/outbound/dkim.ts";
import { arcSet, forwardTrace } from "../../src/outbound/forward.ts";
import { noClients, runClient } from "../support/clients/others.ts";

const script = `
import json, sys, dkim
case = json.load(open(sys.argv[1]))
records = {name.encode(): value.encode() for name, value in case["records"].items()}
def txt(name, timeout=5):
    return records.get(name.rstrip(b"."), b"")
message = case["message"].encode("latin-1")
if case["seal"]:
    key = open(case["key"], "rb").read()
    fields = dkim.arc_sign(message, b"p", b"peer.example", key, b"peer.example",
        include_headers=[b"from", b"to", b"subject"], standardize=False)
    message = b"".join(fields) + message
cv, results, reason = dkim.arc_verify(message, dnsfunc=txt)
print(json.dumps({"cv": cv.decode(), "reason": reason, "sets": len(results), "message": message.decode("latin-1")}))
`;

const keys = await Promise.all([generateDkimKeys(), generateDkimKeys()]);
const [own, peer] = keys.map(({ rsa }) => rsa);
const records = {
  "o._domainkey.own.example": own!.dnsValue,
  "p._domainkey.peer.example": dkimDnsValue(peer!.privateKey),
};
const at = "2026-01-02T03:04:05.678901Z";

test.skipIf(noClients !== null)(
  `dkimpy verifies our seals, also above its own${noClients ? `: ${noClients}` : ""}`,
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), "postroom-arc-"));
    try {
      writeFileSync(join(cwd, "ask.py"), script);
      // dkimpy reads keys of PKCS 1 and 8
      writeFileSync(join(cwd, "key.pem"), peer!.privateKey);
      const ask = async (message: Uint8Array, seal = false) => {
        const text = Buffer.from(message).toString("latin1");
        const given = { records, message: text, seal, key: join(cwd, "key.pem") };
        writeFileSync(join(cwd, "case.json"), JSON.stringify(given));
        const { exitCode, text: answer } = await runClient(["python", "ask.py", "case.json"], { cwd });
        expect([exitCode, exitCode === 0 ? "" : answer]).toEqual([0, ""]);
        return JSON.parse(answer) as { cv: string; reason: string; sets: number; message: string };
      };
      const sealed = async (mail: Uint8Array, arc: string | null) => {
        const trace = forwardTrace({
          hostname: "mx.own.example",
          messageId: "1",
          ruleId: "2",
          recipient: "a@own.example",
          at,
        });
        const traced = Buffer.concat([Buffer.from(trace), mail]);
        const set = await arcSet(traced, {
          signer: { domain: "own.example", selector: "o", privateKey: own!.privateKey },
          at,
          authservId: "mx.own.example",
          authentication: {
            spf: { result: "pass", domain: "x.example" },
            dkim: [],
            dmarc: null,
            arc: arc === null ? null : { result: arc, domain: "peer.example" },
            checked_at: at,
          },
          from: "a@x.example",
          nullSender: false,
        });
        return Buffer.concat([Buffer.from(set), traced]);
      };
      const mail = Buffer.from(
        "From: =?utf-8?q?=C3=84da?= <a@x.example>\r\nTo: a@own.example,\r\n\tb@own.example\r\nSubject:  Two  spaces \r\nDKIM-Signature: v=1; a=rsa-sha256; d=x.example;\r\n s=x; h=from; bh=AAAA; b=AAAA\r\n\r\nHello  there \r\n\r\n.\r\n\r\n\r\n",
      );
      const first = await sealed(mail, null);
      expect(await ask(first)).toMatchObject({ cv: "pass", sets: 1 });
      const second = await sealed(first, "pass");
      expect(await ask(second)).toMatchObject({ cv: "pass", sets: 2 });
      // One octet of the body, and one of what an earlier set says.
      const changed = (from: string, to: string) =>
        Buffer.from(second.toString("latin1").replace(from, to), "latin1");
      expect((await ask(changed("Hello", "Hullo"))).cv).toBe("fail");
      const text = second.toString("latin1");
      const lower = text.lastIndexOf("spf=pass");
      const forged = Buffer.from(`${text.slice(0, lower)}spf=none${text.slice(lower + 8)}`, "latin1");
      expect((await ask(forged)).cv).toBe("fail");
      // Its set below ours.
      const theirs = await ask(
        Buffer.concat([Buffer.from("Authentication-Results: peer.example; none\r\n"), mail]),
        true,
      );
      expect([theirs.cv, theirs.sets]).toEqual(["pass", 1]);
      const ours = await sealed(Buffer.from(theirs.message, "latin1"), "pass");
      expect(await ask(ours)).toMatchObject({ cv: "pass", sets: 2 });
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  },
  60_000,
);
