// Every sample of the documentation runs, and asks the server for what the sample of curl asks it: examples.test.ts makes that request.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { exampleRequest } from "../../src/http/openapi/example-request.ts";
import { samplesOf } from "../../src/http/openapi/samples.ts";
import type { Document } from "../../src/http/openapi/types.ts";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { eachApp } from "../support/app/app.ts";
import { callsOf } from "../support/app/contract.ts";

interface Asked {
  method: string;
  url: string;
  body: unknown;
}

// Takes any request, says what it was, and answers with what each kind of call can read.
const asked: Asked[] = [];
const recorder = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    asked.push({
      method: request.method,
      url: `${pathname}${search}`,
      body: text === "" ? undefined : JSON.parse(text),
    });
    if (request.headers.get("accept") === "text/event-stream")
      return new Response('id: 1\ndata: {"id":"1"}\n\n', {
        headers: { "content-type": "text/event-stream" },
      });
    return Response.json({ data: [], has_more: false, next_cursor: null });
  },
});
afterAll(() => recorder.stop(true));
const base = `http://127.0.0.1:${recorder.port}`;

const clients = process.env.POSTROOM_TEST_CLIENTS;
const python = [...(clients ? [join(clients, "venv/bin/python")] : []), "python3"].find(
  (one) => Bun.which(one) !== null && Bun.spawnSync([one, "-c", "import httpx"]).exitCode === 0,
);

/** A URL whose query's values are spelt in one way. */
function comparable({ method, url, body }: Asked) {
  const [path, query = ""] = url.split("?");
  return { method, path, query: [...new URLSearchParams(query)], body };
}

eachApp("samples", (t) => {
  let served = "";
  let shown: { name: string; wanted: Asked; isStream: boolean; code: Record<string, string> }[];
  beforeAll(async () => {
    const answer = await fetch(`http://127.0.0.1:${t.app.ports.http}/openapi.json`);
    const document = (await answer.json()) as Document;
    served = document.servers[0]!.url;
    shown = callsOf(document).map((call) => ({
      name: `${call.method.toUpperCase()} ${call.path}`,
      wanted: { method: call.method.toUpperCase(), ...exampleRequest(document, call) },
      isStream: call.path.endsWith("/stream"),
      code: Object.fromEntries(samplesOf(document, call).map(({ language, code }) => [language, code])),
    }));
  });
  const said = (name: string, { wanted, isStream }: { wanted: Asked; isStream: boolean }, found: Asked[]) => {
    const [last] = found.slice(-1);
    // A stream begins at a place, which its client has asked for first.
    if (isStream) return expect([name, last!.url.split("?")[0]]).toEqual([name, wanted.url.split("?")[0]]);
    // A body that may be left out is sent empty, if at all.
    const body = wanted.body ?? (JSON.stringify(last?.body) === "{}" ? {} : undefined);
    return expect([name, found.map(comparable)]).toEqual([name, [comparable({ ...wanted, body })]]);
  };

  test("every call has one in each language", () => {
    for (const { name, code } of shown)
      expect([name, Object.keys(code)]).toEqual([name, ["curl", "TypeScript", "Python"]]);
  });

  test("in TypeScript", async () => {
    const client = new Postroom({ baseUrl: base, apiKey: "pr_sample" });
    for (const one of shown) {
      asked.length = 0;
      await Object.getPrototypeOf(async () => undefined).constructor(
        "client",
        "console",
        one.code.TypeScript!,
      )(client, { log: () => undefined });
      said(one.name, one, asked);
    }
  });

  test.skipIf(Bun.which("curl") === null)("in curl, as pasted into a shell", async () => {
    const folder = mkdtempSync(join(tmpdir(), "postroom-samples-"));
    const pasted = shown.map(({ code }) => code.curl!.replaceAll(served, base));
    await Bun.write(join(folder, "samples.sh"), pasted.join("\n"));
    asked.length = 0;
    const child = Bun.spawn(["sh", "-e", "samples.sh"], {
      cwd: folder,
      env: { ...process.env, KEY: "pr_sample" },
      stdout: "ignore",
      stderr: "ignore",
    });
    expect(await child.exited).toBe(0);
    rmSync(folder, { recursive: true });
    expect(asked).toHaveLength(shown.length);
    shown.forEach((one, index) => {
      said(one.name, one, asked.slice(index, index + 1));
    });
  });

  // Without httpx (in python3, or in the folder that POSTROOM_TEST_CLIENTS names) the client cannot run.
  test.skipIf(python === undefined)("in Python", async () => {
    const folder = mkdtempSync(join(tmpdir(), "postroom-samples-"));
    const marked = shown.map(({ code }, index) => `client.request("GET", "/mark/${index}")\n${code.Python!}`);
    const begin = `from postroom import Postroom\nclient = Postroom("${base}", "pr_sample")`;
    await Bun.write(join(folder, "samples.py"), [begin, ...marked].join("\n"));
    asked.length = 0;
    const child = Bun.spawn([python!, join(folder, "samples.py")], {
      env: { ...process.env, PYTHONPATH: resolve(import.meta.dir, "../../src/sdk/python") },
      stdout: "ignore",
      stderr: "pipe",
    });
    const stderr = await new Response(child.stderr).text();
    rmSync(folder, { recursive: true });
    expect([await child.exited, stderr]).toEqual([0, ""]);
    const marks = asked.flatMap(({ url }, index) => (url.includes("/mark/") ? [index] : []));
    shown.forEach((one, index) => {
      said(one.name, one, asked.slice(marks[index]! + 1, marks[index + 1]));
    });
  });
});
