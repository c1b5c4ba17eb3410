// Certificates from files: replaced while clients connect, on every listener; half of a pair leaves the old one; what is
// no pair stops the start. And what a scanner sees of every port: no old protocol, no weak cipher.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, startTestApp, type TestApp } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { programPath } from "../support/clients/programs.ts";
import { type Looking, shownBy } from "../support/clients/tls.ts";
import { makeCertificate, type TestCertificate } from "../support/fakes/certificate.ts";

const host = "mx.agents.example";
const dir = mkdtempSync(join(tmpdir(), "postroom-tls-"));
const files = { TLS_CERT_FILE: join(dir, "chain.pem"), TLS_KEY_FILE: join(dir, "key.pem") };

/** As a certificate program does it: whole, under the same name. */
function put(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function listenersOf({ app: { ports } }: TestApp): (Looking & { name: string })[] {
  const at = (name: string, port: number | null, start?: "smtp" | "imap") => ({
    name,
    port: port!,
    host,
    ca: "",
    start,
  });
  return [
    at("https", ports.https),
    at("imaps", ports.imaps),
    at("submissions", ports.submissions),
    at("smtp", ports.smtp, "smtp"),
    at("submission", ports.submission, "smtp"),
    at("imap", ports.imap, "imap"),
  ];
}

describe("certificates from files", () => {
  const first = makeCertificate(host);
  let store: TempStore;
  let app: TestApp;

  beforeAll(async () => {
    put(files.TLS_CERT_FILE, first.cert);
    put(files.TLS_KEY_FILE, first.key);
    store = await tempStore("embedded");
    const open = {
      HTTPS_PORT: "0",
      SUBMISSION_PORT: "0",
      SUBMISSIONS_PORT: "0",
      IMAP_PORT: "0",
      IMAPS_PORT: "0",
    };
    app = await startTestApp(store, { env: { ...files, ...open } });
  });
  afterAll(async () => {
    await app?.stop(500);
    await store?.dispose();
    rmSync(dir, { recursive: true, force: true });
  });

  const shown = ({ cert }: TestCertificate) =>
    Promise.all(listenersOf(app).map((listener) => shownBy({ ...listener, ca: cert })));

  test("are shown by every listener", async () => {
    for (const each of await shown(first)) expect(each).toMatchObject({ names: [host], trusted: true });
  });

  test("are replaced while clients connect: none is refused, and all soon see the new one", async () => {
    const second = makeCertificate(host, "mail.agents.example");
    let done = false;
    let handshakes = 0;
    const clients = listenersOf(app).map(async (listener) => {
      while (!done) {
        await shownBy(listener);
        handshakes++;
      }
    });
    put(files.TLS_CERT_FILE, second.cert);
    // Between the two files there is no pair.
    await Bun.sleep(100);
    put(files.TLS_KEY_FILE, second.key);
    await eventually(async () => (await shown(second)).every(({ trusted }) => trusted));
    const nameless = await Promise.all(
      listenersOf(app).map((one) => shownBy({ ...one, host: null, ca: second.cert })),
    );
    for (const each of nameless) expect(each.names).toEqual([host, "mail.agents.example"]);
    done = true;
    await Promise.all(clients);
    expect(handshakes).toBeGreaterThan(20);
  });

  test("that are half of a pair leave the old one, and are spoken of once", async () => {
    const [before] = await shown(first);
    put(files.TLS_CERT_FILE, makeCertificate(host).cert);
    const warned = await eventually(async () => {
      const found = app.trouble.filter(({ message }) => /certificate/.test(message));
      return found.length > 0 && found;
    });
    expect(warned).toHaveLength(1);
    expect((await shown(first)).map(({ serial }) => serial)).toEqual(Array(6).fill(before!.serial));
  });

  test("that are no pair stop the start, in words", async () => {
    const other = await tempStore("embedded");
    const error = await startTestApp(other, { env: files }).catch((reason: Error) => reason);
    expect(String(error)).toMatch(
      /The key in TLS_KEY_FILE is not the one of the certificate in TLS_CERT_FILE/,
    );
    await other.dispose();
  });

  if (programPath("sslscan") === null)
    test.skip("a scanner's view: sslscan is not installed (apt-get install sslscan)", () => {});
  test.if(programPath("sslscan") !== null)(
    "a scanner finds TLS 1.2 and 1.3 with forward secrecy only",
    async () => {
      const reports = await Promise.all(listenersOf(app).map(scan));
      for (const { name, protocols, ciphers } of reports) {
        expect([name, protocols]).toEqual([name, ["TLSv1.2", "TLSv1.3"]]);
        expect([name, ciphers.length > 3]).toEqual([name, true]);
        expect([
          name,
          ciphers.filter((cipher) => !/^(TLS_(AES|CHACHA20)|ECDHE-.*(GCM|CHACHA20))/.test(cipher)),
        ]).toEqual([name, []]);
      }
    },
  );
});

async function scan({ name, port, start }: Looking & { name: string }) {
  const not = [
    "colour",
    "check-certificate",
    "heartbleed",
    "groups",
    "fallback",
    "compression",
    "renegotiation",
  ];
  const words = ["sslscan", ...not.map((name) => `--no-${name}`), "--xml=-"];
  const speak = start === "smtp" ? ["--starttls-smtp"] : start === "imap" ? ["--starttls-imap"] : [];
  const child = Bun.spawn([...words, ...speak, `--sni-name=${host}`, `127.0.0.1:${port}`], {
    stdin: "ignore",
  });
  const xml = await new Response(child.stdout).text();
  const protocols = [...xml.matchAll(/<protocol type="(\w+)" version="([\d.]+)" enabled="1"/g)].map(
    ([, type, version]) => `${type === "ssl" ? "SSLv" : "TLSv"}${version}`,
  );
  const ciphers = [...xml.matchAll(/<cipher [^>]*cipher="([\w-]+)"/g)].map(([, cipher]) => cipher!);
  return { name, protocols: protocols.sort(), ciphers };
}

test("a self-signed certificate that a crash left in pieces is made again", async () => {
  const store = await tempStore("embedded");
  try {
    const before = await startTestApp(store);
    await before.stop(500);
    const file = join(store.dataDir, "tls-cert.pem");
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.slice(0, 200));
    const after = await startTestApp(store);
    const smtp = { port: after.app.ports.smtp!, host, start: "smtp" as const };
    const shown = await shownBy({ ...smtp, ca: readFileSync(file, "utf8") });
    await after.stop(500);
    expect(shown).toMatchObject({ names: [host], trusted: true });
    expect(readFileSync(file, "utf8")).not.toBe(whole);
    expect(after.trouble.map(({ message }) => message)).toEqual([
      "the self-signed certificate cannot be used; a new one is made",
    ]);
  } finally {
    await store.dispose();
  }
});
