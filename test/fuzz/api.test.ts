// The REST API under requests made from its own OpenAPI document: 20,000 with FUZZ=100 (percent), a hundredth of it by
// default, of all calls, by callers of several kinds. No answer is a 5xx or other than documented, none tells what another
// account has (its texts all carry a mark), nothing of that account changes, and all derived state agrees in the end. In
// full, each call gets through at least once.
// FUZZ_SEED takes another seed; a failure names the seed and the requests. The decisions are the same for the same seed;
// ids and instants are those of the run.
import { afterAll, expect, test } from "bun:test";
import type { Document } from "../../src/http/openapi/types.ts";
import type { Api } from "../support/app/api.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { Contract } from "../support/app/contract.ts";
import { createFixtures, dumpRows } from "../support/app/fixtures.ts";
import { pick, seeded } from "../support/app/random.ts";
import { startDns } from "../support/fakes/dns.ts";
import { startReceiver } from "../support/fakes/receivers.ts";
import { type Caller, Callers } from "./api-callers.ts";
import { type Call, callList } from "./api-calls.ts";
import { makeRequest, type Request_ } from "./api-requests.ts";
import type { ValueSource } from "./api-values.ts";
import { type Answer, Watch } from "./api-watch.ts";

const percent = Number(process.env.FUZZ ?? "1");
const count = Math.round(200 * percent);
const seed = Number(process.env.FUZZ_SEED ?? "20261121");
/** Requests before accounts are made anew. */
const roundLength = 1000;
/** A guard against hanging, far above what is measured. */
const hangMs = 30_000;
/** Violations shown. */
const most = 20;

/** Calls that are costly, or that take away what the others work on: one in so many. */
const seldom: Readonly<Record<string, number>> = {
  "POST /api/v1/domains": 5,
  "DELETE /api/v1/identities/{id}": 6,
  "PATCH /api/v1/identities/{id}": 2,
  "GET /api/v1/events/stream": 4,
};

const dns = await startDns({});
const receiver = startReceiver();
afterAll(async () => {
  await receiver.stop();
  await dns.stop();
});

async function send(api: Api, { method, path, headers, body }: Request_): Promise<Answer> {
  const response = await fetch(api.base + path, {
    method,
    headers: { ...(api.key === null ? {} : { authorization: `Bearer ${api.key}` }), ...headers },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(hangMs),
  });
  const isStream = response.headers.get("content-type") === "text/event-stream";
  const text = isStream ? await beginning(response) : await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** What a stream says at once. */
async function beginning(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  const more = await Promise.race([reader.read(), Bun.sleep(20)]);
  await reader.cancel();
  return Buffer.concat([value ?? Buffer.alloc(0), more?.value ?? Buffer.alloc(0)]).toString();
}

async function documentOf(t: SuiteApp): Promise<Document> {
  return (await (await fetch(`${t.api.base}/openapi.json`)).json()) as Document;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

eachApp(
  "the API under made-up requests",
  (t) => {
    test(`${count} of them, seed ${seed}`, async () => {
      const { database } = t.app.core;
      const document = await documentOf(t);
      const calls = callList(document);
      const random = seeded(seed);
      const mark = `mark${seed}${t.kind}`;
      const victim = await t.otherAccount();
      const { ids } = await createFixtures(victim.api, { mark, hookUrl: receiver.url, database });
      const secrets = new Set([...Object.values(ids).flat(), victim.accountId, mark]);
      const signUp = calls.find(({ name }) => name === "POST /api/v1/agent/signup")!;
      const callers = new Callers({ document, random, signUp, hookUrl: receiver.url });
      const theirs: Caller = { api: victim.api, pool: callers.pool() };

      const watch = new Watch(new Contract(document), secrets, hangMs / 2);
      const ask = async ({ api, pool }: Caller, call: Call, trouble?: number) => {
        const pools = [theirs, ...callers.all()].map((caller) => caller.pool);
        const others = pools.filter((other) => other !== pool);
        const source: ValueSource = { document, random, pool, others, hookUrl: receiver.url };
        const request = makeRequest(source, call, trouble);
        const began = performance.now();
        try {
          const answer = await send(api, request);
          if (pool !== theirs.pool) watch.judge(request, answer, performance.now() - began);
          pool.learn(request, answer.status, parsed(answer.text));
        } catch (error) {
          watch.fail(request, String(error));
        }
      };
      // What is there already.
      const reading = calls.filter(
        ({ method, template }) => method === "GET" && !template.endsWith("/stream"),
      );
      const read = async (who: Caller[]) => {
        for (const caller of who) for (const call of reading) await ask(caller, call, 0);
      };
      await callers.begin(t, 0);
      await read([theirs, ...callers.all()]);

      // Half the time the one of six that got through least often: what needs much to be there is done too.
      const next = (): Call => {
        const some = Array.from({ length: random(2) ? 1 : 6 }, () => pick(calls, random));
        const call = some.reduce((least, one) =>
          watch.done(one.name) < watch.done(least.name) ? one : least,
        );
        return random(seldom[call.name] ?? 1) > 0 ? next() : call;
      };

      const before = await dumpRows(database, [victim.accountId]);
      for (let sent = 1; sent <= count && watch.violations.length < most; sent++) {
        if (sent % roundLength === 0) {
          await callers.begin(t, sent / roundLength);
          await read(callers.all());
        }
        await ask(callers.pick(), next());
      }
      expect(watch.violations).toEqual([]);
      expect(await dumpRows(database, [victim.accountId])).toEqual(before);
      if (percent < 100) return;
      const unreached = calls.map(({ name }) => name).filter((name) => watch.done(name) === 0);
      process.stderr.write(`${watch.summary()}\nnever done: ${unreached.join(", ") || "none"}\n`);
      expect(unreached).toEqual([]);
    }, 3_600_000);
  },
  { env: { MAIL_DOMAIN: "agents.test", DNS_SERVERS: dns.server, TRUSTED_PROXIES: "127.0.0.0/8" } },
);
