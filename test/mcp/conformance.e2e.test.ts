// The conformance suite of MCP: all that a revision requires of a server, asked of a server that stands on the product's
// mount; what needs no tools of the suite's own, and its suite for authorization servers, asked of the product.
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachApp, eventually } from "../support/app/app.ts";
import { answered, register, signIn } from "../support/clients/oauth.ts";
import { clientsFolder, noClients, runClient } from "../support/clients/others.ts";
import { startConformanceServer } from "../support/conformance/server.ts";

/** The suite asks for Node 22, which npm has too. */
const suite = () => [
  join(clientsFolder(), "node_modules/.bin/node"),
  join(clientsFolder(), "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
];

const run = (...words: string[]) => runClient([...suite(), ...words], { cwd: tmpdir() });

/** A port that nobody has: the suite wants to be told one. */
async function freePort(): Promise<number> {
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = taken;
  await taken.stop(true);
  return port!;
}

/** Of a run's summary: the scenarios that failed, without those that do not count. */
function failedIn(text: string): string[] {
  const [, counted = text] = /=== SUMMARY ===([\s\S]*?)(?:Not scored|$)/.exec(text) ?? [];
  const unscored = new Set([...text.matchAll(/^ {2}[✗✓] (\S+) \(/gm)].map(([, name]) => name));
  return [...counted.matchAll(/^✗ ([\w-]+):/gm)]
    .map(([, name]) => name!)
    .filter((name) => !unscored.has(name));
}

/** Scenarios that need no tool, resource or prompt of the suite's own. */
const plain = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2026-07-28": ["tools-list", "dns-rebinding-protection", "server-sse-multiple-streams"],
};

if (noClients) test.skip(`the conformance suite of MCP: ${noClients}`, () => {});
else {
  for (const revision of ["2025-11-25", "2026-07-28"]) {
    test(`a server on the mount has all that ${revision} requires`, async () => {
      const server = startConformanceServer();
      try {
        const { text } = await run("server", "--url", server.url, "--requirements", revision);
        expect(text).toContain("✓ tools-call-simple-text");
        expect([...text.matchAll(/^✓ /gm)].length).toBeGreaterThanOrEqual(30);
        expect(failedIn(text)).toEqual([]);
      } finally {
        await server.stop();
      }
    });
  }

  eachApp("the conformance suite of MCP", (t) => {
    test("the product passes what needs no tools of the suite", async () => {
      // The suite sends no credential: a proxy adds it, and leaves all else as it is.
      const proxy = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: (request) => {
          const headers = new Headers(request.headers);
          headers.set("authorization", `Bearer ${t.api.key}`);
          // What is fetched here is unpacked here.
          headers.set("accept-encoding", "identity");
          const url = new URL(request.url);
          return fetch(`${t.api.base}${url.pathname}${url.search}`, {
            method: request.method,
            headers,
            body: request.body,
            redirect: "manual",
          });
        },
      });
      try {
        const url = `http://127.0.0.1:${proxy.port}/mcp`;
        for (const [revision, names] of Object.entries(plain))
          for (const name of names) {
            const words = ["server", "--url", url, "--scenario", name, "--spec-version", revision];
            const { exitCode, text } = await run(...words);
            expect([revision, name, exitCode, exitCode === 0 ? "" : text]).toEqual([revision, name, 0, ""]);
          }
      } finally {
        await proxy.stop(true);
      }
    });

    test("the product is an authorization server as the suite wants it", async () => {
      const port = await freePort();
      const redirect = `http://127.0.0.1:${port}/callback`;
      const { client_id } = (await register(t, { redirect_uris: [redirect] })).json;
      const browser = await signIn(t);
      const words = ["authorization", "--url", t.api.base, "--client-id", client_id, "--port", String(port)];
      const resource = ["--resource", `${t.api.base}/mcp`];
      // The suite prints the address at which a person answers.
      const child = Bun.spawn([...suite(), ...words, ...resource], {
        stdout: "pipe",
        stderr: "pipe",
        cwd: tmpdir(),
      });
      let text = "";
      let isAnswered = false;
      for await (const chunk of child.stdout) {
        text += new TextDecoder().decode(chunk);
        const asked = /^http\S+\/console\/authorize\?(\S+)$/m.exec(text);
        if (asked && !isAnswered && text.includes("Waiting")) {
          isAnswered = true;
          const back = await answered(browser, { params: new URLSearchParams(asked[1]) }, { every: "yes" });
          // It says that it waits before it listens.
          await eventually(() =>
            fetch(back).then(
              () => true,
              () => false,
            ),
          );
        }
      }
      expect([await child.exited, text]).toEqual([0, expect.stringContaining("authorization-code-grant")]);
      expect(text).not.toContain("FAILURE");
    });
  });
}
