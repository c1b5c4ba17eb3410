// Texts of the documentation as they are served: compressed, known again, and true where a program can run them.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { verification } from "../../src/http/openapi/verification.ts";
import { newWebhookSecret, signWebhook } from "../../src/webhooks/sign.ts";
import { eachApp } from "../support/app/app.ts";

eachApp("documents", (t) => {
  const get = (path: string, headers: Record<string, string>) => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      headers: Record<string, string | string[] | undefined>;
      body: Buffer;
    }>();
    const asked = request(t.api.base + path, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
    });
    asked.on("error", reject);
    asked.end();
    return promise;
  };

  // DECISIONS Conventions: Documents have an ETag and come compressed
  test.each(["/docs", "/openapi.json", "/llms.txt", "/llms-full.txt"])(
    "%s comes compressed as asked, and not again to who has it",
    async (path) => {
      const plain = await get(path, { "accept-encoding": "identity" });
      const gzip = await get(path, { "accept-encoding": "gzip, br" });
      const zstd = await get(path, { "accept-encoding": "gzip;q=0.9, zstd" });
      const none = await get(path, { "accept-encoding": "zstd;q=0, gzip;q=0.0" });
      const coded = [plain, gzip, zstd, none].map(({ headers }) => headers["content-encoding"]);
      expect(coded).toEqual([undefined, "gzip", "zstd", undefined]);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(zstdDecompressSync(zstd.body).equals(plain.body)).toBe(true);
      expect(gzip.body.length).toBeLessThan(plain.body.length / 2);
      for (const { headers } of [plain, gzip]) {
        const again = await get(path, { "if-none-match": `"other", W/${headers.etag}` });
        expect([again.status, again.body.length]).toEqual([304, 0]);
      }
      expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    },
  );
});

const runs = {
  JavaScript: [process.execPath, "v.mjs", "console.log(verify(...JSON.parse(process.argv[2])))"],
  Python: [
    Bun.which("python3"),
    "v.py",
    "import json, sys\nprint(str(verify(*json.loads(sys.argv[1]))).lower())",
  ],
  Go: [
    Bun.which("go"),
    "v.go",
    'import ("encoding/json"; "fmt"; "os")\nfunc main() {\n  var a []json.RawMessage; var s, b string; h := map[string]string{}\n  json.Unmarshal([]byte(os.Args[1]), &a); json.Unmarshal(a[0], &s); json.Unmarshal(a[1], &h); json.Unmarshal(a[2], &b)\n  fmt.Println(Verify(s, h, b))\n}',
  ],
} as const;

for (const [language, [program, name, call]] of Object.entries(runs)) {
  const code = verification[language as keyof typeof verification];
  (program === null ? test.skip : test)(
    `the code that verifies in ${language} does`,
    async () => {
      const dir = mkdtempSync(join(tmpdir(), "postroom-verify-"));
      const file = join(dir, name);
      if (language === "Go") {
        // Imports come first, and a program is a package.
        const [imports, ...rest] = call.split("\n");
        await Bun.write(file, `package main\n\n${imports}\n\n${code}\n\n${rest.join("\n")}\n`);
      } else await Bun.write(file, `${code}\n\n${call}\n`);
      // Compiling takes long: once for all calls.
      const built = join(dir, "v");
      if (language === "Go") expect(Bun.spawnSync([program!, "build", "-o", built, file]).exitCode).toBe(0);
      const run = language === "Go" ? [built] : [program!, file];
      const secrets = [newWebhookSecret(), newWebhookSecret()];
      const body = '{"type":"message.received","data":{"subject":"é"}}';
      const says = (secret: string, headers: object, text: string) => {
        const args = JSON.stringify([secret, headers, text]);
        return Bun.spawnSync([...run, args])
          .stdout.toString()
          .trim();
      };
      const now = Math.floor(Date.now() / 1000);
      const headers = signWebhook({ id: "e1", timestampSeconds: now, body }, secrets);
      for (const secret of secrets) expect(says(secret, headers, body)).toBe("true");
      expect(says(newWebhookSecret(), headers, body)).toBe("false");
      expect(says(secrets[0]!, headers, `${body} `)).toBe("false");
      const old = signWebhook({ id: "e1", timestampSeconds: now - 3600, body }, secrets);
      expect(says(secrets[0]!, old, body)).toBe("false");
      rmSync(dir, { recursive: true });
    },
    300_000,
  );
}
