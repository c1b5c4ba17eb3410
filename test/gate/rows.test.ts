// Every entrance has its row, and every row its entrance; every door is somebody's.
import { expect, test } from "bun:test";
import { createDav } from "../../src/dav/server.ts";
import { tools as mcpTools } from "../../src/mcp/server.ts";
import { eachApp } from "../support/app/app.ts";
import { callsOf } from "../support/app/contract.ts";
import { doors } from "./doors.ts";
import * as rows from "./rows.ts";

const root = new URL("../..", import.meta.url).pathname;

async function textsOf(pattern: string): Promise<{ file: string; text: string }[]> {
  const files = [...new Bun.Glob(pattern).scanSync(root)].sort();
  return Promise.all(files.map(async (file) => ({ file, text: await Bun.file(root + file).text() })));
}

const same = (found: readonly string[], table: object) =>
  expect([...new Set(found)].sort()).toEqual(Object.keys(table).sort());

test("tools", () =>
  same(
    mcpTools.map(({ name }) => name),
    rows.tools,
  ));

test("methods of CalDAV", async () => {
  const limits = { config: { rateLimit: { perSecond: 0, burst: 1 } } };
  const dav = createDav({ ...limits, log: { debug() {} } } as never);
  const answer = await dav(new Request("http://x/dav/", { method: "OPTIONS" }), { ip: "" });
  same(answer!.headers.get("allow")!.split(", "), rows.davMethods);
});

test("forms of the console", async () => {
  const texts = await textsOf("src/console/**/*.ts");
  const found = texts.flatMap(({ text }) => {
    const own = /^const path = "([^"]+)"/m.exec(text)?.[1];
    const posts = text.matchAll(/\.post\(\s*(?:"([^"]+)"|(\w+)|`\$\{path\}([^`]*)`),\s/g);
    return [...posts].map(([, path, name, end]) =>
      name === undefined || name === "path" ? (path ?? `${own}${end ?? ""}`) : name,
    );
  });
  same(found, rows.forms);
});

test("routes beside the API and the console", async () => {
  const texts = await textsOf("src/{http,app,mcp,webhooks}/**/*.ts");
  const routes = /\.(?:post|put|patch|delete|all|route)\(\s*(?:"(\/[^"]*)"|`([^`]+)`|(\w*[pP]ath)),\s/g;
  const found = texts
    .filter(({ file, text }) => !file.startsWith("src/http/resources/") && text.includes('from "elysia"'))
    .flatMap(({ text }) => [...text.matchAll(routes)].map(([, path, made, name]) => path ?? made ?? name!));
  same(found, rows.routes);
});

test("what asks the gate, and what reaches others over the network", async () => {
  const texts = await textsOf("{src,actors}/**/*.ts");
  const asks =
    /from "[^"]*(gate\/(departure|queue)|webhooks\/(get|post)|outbound\/transport|account\/human-mails)\.ts"|\bserviceLetter\(|\bfetch\(\s*url|\bsendToHuman\(/;
  const own = /^(actors\/identity\/gate|src\/(sdk|cli|doctor|mcp|webhooks|outbound|console\/client))\//;
  const found = texts.filter(({ file, text }) => !own.test(file) && asks.test(text));
  same(
    found.map(({ file }) => file),
    rows.sources,
  );
});

test("every door is named by an entrance, or is one: submission, rules, a person", () => {
  const tables: Record<string, rows.Row>[] = [rows.calls, rows.tools, rows.davMethods, rows.forms];
  const named = new Set(
    tables.flatMap((table) => Object.values(table).flatMap((row) => (typeof row === "string" ? [] : row))),
  );
  const others = Object.keys(doors).filter((name) => !named.has(name as never));
  expect(others.filter((name) => !name.startsWith("submission"))).toEqual([]);
  expect(Object.keys(doors).length).toBeGreaterThanOrEqual(40);
});

eachApp("entrances of the API", (t) => {
  test("calls that are no GET, and the GETs that tell somebody", async () => {
    const document = await (await fetch(`${t.api.base}/openapi.json`)).json();
    const all = callsOf(document as never).map(({ method, path }) => ({
      method: method.toUpperCase(),
      path,
    }));
    same(
      all.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`),
      rows.calls,
    );
    const gets = new Set(all.filter(({ method }) => method === "GET").map(({ path }) => path));
    expect(Object.keys(rows.telling).filter((path) => !gets.has(path))).toEqual([]);
  });
});
