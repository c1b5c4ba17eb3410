// /metrics: who may read it, that it is well-formed by Prometheus's own tool, that it counts what happens, and that alerts and dashboard ask
// for what it has.

import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Counter, Histogram, metricsText } from "../../src/lib/metrics.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { programPath } from "../support/clients/programs.ts";
import { dialogue } from "../support/smtp/client.ts";

const token = "a-token-of-the-metrics-page";

/** The values of a page by the text before them. */
function valuesOf(page: string): Map<string, number> {
  const lines = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

eachApp(
  "metrics",
  (t) => {
    const base = () => `http://127.0.0.1:${t.app.ports.http}/metrics`;
    const read = async () => {
      const response = await fetch(base(), { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      return response.text();
    };

    test("only its token opens it at the HTTP port", async () => {
      expect((await fetch(base())).status).toBe(404);
      const wrong = await fetch(base(), { headers: { authorization: `Bearer ${token}x` } });
      expect(wrong.status).toBe(404);
      await read();
    });

    test("the listener of this machine asks for no token, and answers to its own name alone", async () => {
      const local = `http://127.0.0.1:${t.app.ports.metrics}`;
      expect(await (await fetch(`${local}/metrics`)).text()).toContain("postroom_build_info");
      expect((await fetch(`${local}/`)).status).toBe(404);
      const foreign = await fetch(`${local}/metrics`, { headers: { host: "rebound.example" } });
      expect(foreign.status).toBe(404);
    });

    test("a mail that is received, one that is refused, and the requests are counted", async () => {
      const to = await t.address();
      const before = valuesOf(await read());
      await t.mail({ to: to.email, from: "somebody@elsewhere.example", text: "hello" });
      await expect(
        t.mail({ to: "nobody-there@agents.example", from: "somebody@elsewhere.example", text: "hello" }),
      ).rejects.toThrow();
      const after = valuesOf(await read());
      const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
      expect(more('postroom_mails_received_total{source="smtp"}')).toBe(1);
      expect(more('postroom_recipients_refused_total{protocol="smtp",code="550"}')).toBe(1);
      expect(more('postroom_events_total{type="message.received"}')).toBe(1);
      expect(more("postroom_commit_batch_turns_count")).toBeGreaterThan(0);
      expect(more("postroom_commit_seconds_sum")).toBeGreaterThan(0);
      const actors = (state: string) =>
        more(`postroom_actor_states_total{actor="identity",state="${state}"}`);
      expect(actors("warm") + actors("cold")).toBeGreaterThan(0);
      expect(more("postroom_database_wait_seconds_count")).toBeGreaterThan(0);
      expect(more('postroom_http_requests_total{method="GET",code="200"}')).toBe(1);
      expect(after.get('postroom_database_connections{state="idle"}')).toBeGreaterThanOrEqual(0);
      expect(after.get('postroom_queue_entries{queue="outbound"}')).toBe(0);
      // On a busy machine the work after a commit may wait for its turn at the database for a while.
      await eventually(async () => valuesOf(await read()).get("postroom_database_waiting") === 0);
    });

    test("open connections are counted until they close", async () => {
      const open = async () => valuesOf(await read()).get('postroom_connections{protocol="smtp"}');
      const become = async (wanted: number) => {
        while ((await open()) !== wanted) await Bun.sleep(20);
      };
      await become(0);
      const talk = await dialogue(t.smtpPort);
      await become(1);
      await talk.say("QUIT");
      await become(0);
    });

    test("every metric is named as Prometheus wants it", async () => {
      const page = await read();
      const names = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name, type }));
      expect(names.length).toBeGreaterThanOrEqual(40);
      for (const { name, type } of names) {
        expect(name).toMatch(/^(postroom|process)_[a-z0-9_]+$/);
        expect({ name, isTotal: name!.endsWith("_total") }).toEqual({ name, isTotal: type === "counter" });
      }
    });

    test.skipIf(programPath("promtool") === null)("promtool finds nothing to say", async () => {
      const tool = Bun.spawn(["promtool", "check", "metrics"], {
        stdin: new Blob([await read()]),
        stdout: "pipe",
        stderr: "pipe",
      });
      const said = (await new Response(tool.stdout).text()) + (await new Response(tool.stderr).text());
      expect({ said, code: await tool.exited }).toEqual({ said: "", code: 0 });
    });

    test("alerts and the dashboard ask for what is there, by labels that are there", async () => {
      const page = await read();
      const kinds = new Set([...page.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!));
      const asked = [...alerts.matchAll(/^ {8}expr: (.*)$/gm)].map(([, text]) => text!).concat(expressions);
      expect(asked.length).toBeGreaterThan(40);
      for (const text of asked)
        for (const [name] of text.matchAll(/\b(?:postroom|process)_\w+/g))
          if (!kinds.has(name.replace(/_(?:bucket|sum|count)$/, ""))) expect(text).toBe(`without ${name}`);
      const queues = new Set(
        [...page.matchAll(/^postroom_queue_entries\{queue="(\w+)"/gm)].map(([, name]) => name!),
      );
      for (const [, name] of alerts.matchAll(/queue="(\w+)"/g)) expect(queues).toContain(name!);
    });
  },
  { env: { METRICS_TOKEN: token, METRICS_PORT: "0" }, checkOnce: true },
);

const deploy = join(import.meta.dir, "../../src/app/deploy");
const alerts = readFileSync(join(deploy, "alerts.yaml"), "utf8");
const dashboard = JSON.parse(readFileSync(join(deploy, "dashboard.json"), "utf8")) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

describe.skipIf(programPath("promtool") === null)("promtool", () => {
  const promtool = (...words: string[]) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync(["promtool", ...words]);
    return { exitCode, said: stdout.toString() + stderr.toString() };
  };

  test("each alert fires on what it is for, none on a healthy service", () => {
    const tried = readFileSync(join(import.meta.dir, "alerts.yaml"), "utf8");
    for (const [, name] of alerts.matchAll(/- alert: (\w+)/g)) expect(tried).toContain(`alertname="${name}"`);
    const { exitCode, said } = promtool("test", "rules", join(import.meta.dir, "alerts.yaml"));
    expect({ exitCode, said: exitCode === 0 ? "" : said }).toEqual({ exitCode: 0, said: "" });
  });

  test("each panel of the dashboard asks in PromQL", () => {
    const rules = expressions.map((expr, n) => ({
      record: `panel:${n}`,
      expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
    }));
    const folder = mkdtempSync(join(tmpdir(), "panels-"));
    const file = join(folder, "rules.json");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules }] }));
    const { exitCode, said } = promtool("check", "rules", file);
    rmSync(folder, { recursive: true });
    expect({ exitCode, said }).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining(`${rules.length} rules`),
    });
  });
});

eachApp("no metrics", (t) => {
  test("without a setting there is no such page and no listener", async () => {
    const response = await fetch(`http://127.0.0.1:${t.app.ports.http}/metrics`, {
      headers: { authorization: "Bearer null" },
    });
    expect(response.status).toBe(404);
    expect(t.app.ports.metrics).toBeNull();
  });
});

describe("text", () => {
  test("labels are escaped, buckets add up", () => {
    const counter = new Counter("c_total", "C.", ["what"]);
    counter.add(['a "b"\n\\']);
    const histogram = new Histogram("h_seconds", "H.", { bounds: [1, 2] });
    for (const value of [0.5, 1, 1.5, 9]) histogram.observe(value);
    expect(metricsText([counter, histogram]).split("\n")).toEqual([
      "# HELP c_total C.",
      "# TYPE c_total counter",
      String.raw`c_total{what="a \"b\"\n\\"} 1`,
      "# HELP h_seconds H.",
      "# TYPE h_seconds histogram",
      'h_seconds_bucket{le="1"} 2',
      'h_seconds_bucket{le="2"} 3',
      'h_seconds_bucket{le="+Inf"} 4',
      "h_seconds_sum 12",
      "h_seconds_count 4",
      "",
    ]);
  });
});
