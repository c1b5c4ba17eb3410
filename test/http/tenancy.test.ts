// Not yours is not there: every call of the OpenAPI document that takes an id (in its path, query or body) is made with
// ids of another account, and by a restricted key with ids of its own account that it does not reach. Each answers byte
// for byte as it does to an id that nobody has, and the database holds the same rows afterwards. The calls and their
// places for ids come from the document. SPEC Errors 2; DECISIONS
// Errors (404), Authentication and keys.
import { afterAll, expect, test } from "bun:test";
import type { Document } from "../../src/http/openapi/types.ts";
import { newId } from "../../src/lib/ids.ts";
import type { Answer, Api, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { atRest, createFixtures, dumpRows, type Fixtures } from "../support/app/fixtures.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { saysNothing } from "../support/app/refusals.ts";
import { startDns } from "../support/fakes/dns.ts";
import { startReceiver } from "../support/fakes/receivers.ts";
import { callsWithIds, exceptions, idsOf, own, type Row, rowsOf, type TakingCall } from "./tenancy-table.ts";

/** A call with these ids in their places. */
function request(
  call: TakingCall,
  row: Row,
  ids: Record<string, string>,
): [path: string, body: object | undefined] {
  let path = call.template.replace("/api/v1", "");
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, place] of call.places) {
    const id = ids[name];
    if (id === undefined) continue;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(id));
    else if (place === "query") query.set(name, id);
    else body[name] = call.lists.has(name) ? [id] : id;
  }
  const takesBody = call.method !== "GET" && call.method !== "DELETE";
  for (const [name, value] of Object.entries(row.with ?? {})) {
    if (takesBody) body[name] = value;
    else query.set(name, String(value));
  }
  return [query.size > 0 ? `${path}?${query}` : path, takesBody ? body : undefined];
}

/** An id of the same form that nobody has. */
function nobodys(id: string): string {
  if (id.includes("@")) return `nobody@${id.split("@")[1]!.replace(/^[a-z]/, "q")}`;
  return newId() + id.slice(36);
}

/** Deletions come last, what holds much after what hangs off it. */
function inOrder([a]: [string, TakingCall], [b]: [string, TakingCall]): number {
  const rank = (call: string) => {
    if (call === "DELETE /api/v1/identities/{id}") return 1001;
    return call.startsWith("DELETE")
      ? 1000 - call.length
      : ["GET", "PUT", "PATCH", "POST"].indexOf(call.split(" ")[0]!);
  };
  return rank(a) - rank(b);
}

const dns = await startDns({});

afterAll(() => dns.stop());

/** An answer without the link that each call makes anew. */
function lasting(text: string): string {
  return text.replace(/"(url|expires_at)":"[^"]*"/g, '"$1":""');
}

eachApp(
  "tenancy",
  (t) => {
    const document = async () => (await (await fetch(`${t.api.base}/openapi.json`)).json()) as Document;

    test("what the table says is of calls that take an id, and differs from what the document says", async () => {
      const calls = callsWithIds(await document());
      expect(Object.keys(exceptions).filter((name) => !calls.has(name))).toEqual([]);
      const plain = rowsOf(calls, {});
      const idle = Object.entries(exceptions).filter(([name, row]) =>
        Object.entries(row).some(([fact, value]) => Bun.deepEquals(value, plain[name]![fact as keyof Row])),
      );
      expect(idle.map(([name]) => name)).toEqual([]);
    });

    // DECISIONS Conventions: An id in a path may be in upper case
    test("an id in a path means the same in upper case", async () => {
      const { database } = t.app.core;
      const receiver = startReceiver();
      const { api } = await t.otherAccount();
      const made = await createFixtures(api, { mark: `upper${t.kind}`, hookUrl: receiver.url, database });
      let tried = 0;
      const calls = callsWithIds(await document());
      const table = rowsOf(calls);
      for (const [name, call] of calls) {
        const ids = own(table[name]!, made);
        const inPath = Object.fromEntries([...call.places].filter(([, place]) => place === "path"));
        const upper = Object.fromEntries(
          Object.entries(ids).map(([slot, id]) => [slot, slot in inPath ? id.toUpperCase() : id]),
        );
        if (call.method !== "GET" || Object.keys(inPath).length === 0 || table[name]!.works === 403) continue;
        const [path] = request(call, table[name]!, ids);
        const [shouted] = request(call, table[name]!, upper);
        const [one, other] = [await api.get(path), await api.get(shouted)];
        expect([name, one.status]).toEqual([name, 200]);
        expect([name, other.status, lasting(other.text)]).toEqual([name, one.status, lasting(one.text)]);
        tried++;
      }
      expect(tried).toBeGreaterThan(15);
      await receiver.stop();
    }, 300_000);

    // SPEC Errors: 404, of every call and every place for an id
    test("a foreign id is answered like an unknown one, and nothing changes", async () => {
      const { database } = t.app.core;
      const receiver = startReceiver();
      const place = { hookUrl: receiver.url, database };
      const calls = callsWithIds(await document());
      const table = rowsOf(calls);
      const [mine, theirs] = [await t.otherAccount(), await t.otherAccount()];
      const home = await createFixtures(mine.api, { mark: `home${t.kind}`, ...place });
      const beyond = await createFixtures(mine.api, { mark: `beyond${t.kind}`, ...place });
      const foreign = await createFixtures(theirs.api, { mark: `foreign${t.kind}`, ...place });
      const restricted = await restrictedKey(mine.api, [home.ids.identity[0]!]);
      await atRest(database);
      const before = await dumpRows(database, null);
      let tried = 0;
      /** Makes the call with each of these ids in this place, and compares with nobody's. */
      const compare = async (api: Api, name: string, slot: string, from: Fixtures) => {
        const [call, row] = [calls.get(name)!, table[name]!];
        const isRestricted = api === restricted;
        const [status, code] = (isRestricted
          ? (from === beyond && row.beyond) || row.restricted?.[slot]
          : undefined) ??
          row.says?.[slot] ?? [404, "not_found"];
        const others = own(row, home);
        if (row.either?.includes(slot)) for (const other of row.either) delete others[other];
        const ask = (given: string): Promise<Answer> => {
          const [path, body] = request(call, row, { ...others, [slot]: given });
          return api.call(call.method, path, body);
        };
        const ids = idsOf(from, row.takes[slot]!);
        const nobody = await ask(nobodys(ids[0]!));
        for (const id of ids) {
          const got = await ask(id);
          const said = [name, slot, got.status, (got.json as Refusal | null)?.error?.code];
          expect(said).toEqual([name, slot, status, code]);
          if (!(isRestricted && from === beyond && row.beyond))
            expect(saysNothing(got.text)).toBe(saysNothing(nobody.text));
          tried++;
        }
      };
      let since: string[] = [];
      for (const [index, [name, { places }]] of [...calls].entries()) {
        const row = table[name]!;
        for (const slot of places.keys()) {
          await compare(mine.api, name, slot, foreign);
          await compare(restricted, name, slot, foreign);
          await compare(restricted, name, slot, beyond);
        }
        // All at once: ids of the other account that do go together.
        const [path, body] = request(calls.get(name)!, row, own(row, foreign));
        const whole = await mine.api.call(calls.get(name)!.method, path, body);
        const refusals = [...places.keys()].map((slot) => row.says?.[slot]?.[0] ?? 404);
        expect([name, whole.status]).toEqual([name, refusals.includes(404) ? 404 : refusals[0]!]);
        // Looked at after some calls: it takes longer than they do.
        since.push(name);
        if (since.length < 8 && index < calls.size - 1) continue;
        expect([since, await dumpRows(database, null)]).toEqual([since, before]);
        since = [];
      }
      expect(tried).toBeGreaterThan(3 * calls.size);
      // The same calls with ids of one's own: what was refused was refused for its id.
      for (const [name, call] of [...calls].sort(inOrder)) {
        const row = table[name]!;
        if (row.works === null) continue;
        const [path, body] = request(call, row, own(row, home));
        const { status, text } = await mine.api.call(call.method, path, body);
        expect([name, status, status === row.works ? "" : text]).toEqual([name, row.works, ""]);
      }
      await receiver.stop();
    }, 300_000);
  },
  { env: { MAIL_DOMAIN: "agents.test", DNS_SERVERS: dns.server } },
);
