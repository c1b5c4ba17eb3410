// Hostile URLs through the whole service: saved, tested, resolved by a DNS server and called. Listeners on 127.0.0.1 and
// ::1 stand for what is private; 127.0.0.2 is opened by the setting and stands for the world.
import { afterAll, beforeEach, expect, test } from "bun:test";
import { isIP } from "node:net";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { startDns, type ZoneEntry } from "../support/fakes/dns.ts";
import { hostileUrls } from "../support/fakes/hostile-urls.ts";

let hits = 0;
const secret = () => {
  hits++;
  return new Response("secret");
};
const inside = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: secret });
const { port } = inside;
const servers = [inside];
try {
  servers.push(Bun.serve({ hostname: "::1", port, fetch: secret }));
} catch {
  // a machine without IPv6 has nothing to reach there
}
/** What the world answers by path: a status and where it sends the caller. */
const world = Bun.serve({
  hostname: "127.0.0.2",
  port,
  fetch(request) {
    const [, status, to] = new URL(request.url).pathname.split("/");
    const location = to === undefined ? undefined : decodeURIComponent(to);
    return new Response("world", {
      status: Number(status) || 200,
      headers: { connection: "close", ...(location ? { location } : {}) },
    });
  },
});
servers.push(world);

const urls = hostileUrls.map((url) => url.replaceAll("PORT", String(port)));
const dns = await startDns({});
for (const url of urls) {
  const name = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : "";
  if (name !== "" && !name.startsWith("[") && isIP(name) === 0)
    dns.zone[name] = { A: ["127.0.0.1"], AAAA: ["::1"], ttl: 0 };
}
Object.assign(dns.zone, {
  "mapped.example": { AAAA: ["::ffff:127.0.0.1", "64:ff9b::7f00:1"], ttl: 0 },
  "metadata.example": { A: ["169.254.169.254"], ttl: 0 },
  "mixed.example": { A: ["10.0.0.1", "127.0.0.1"], AAAA: ["fd00::1", "::1"], ttl: 0 },
  "alias.example": { CNAME: "localhost.alias.example", ttl: 0 },
  "localhost.alias.example": { A: ["127.0.0.1"], ttl: 0 },
  "world.example": { A: ["127.0.0.2"], ttl: 0 },
  "both.example": { A: ["127.0.0.1", "127.0.0.2"], AAAA: ["::1"], ttl: 0 },
} satisfies Record<string, ZoneEntry>);
afterAll(async () => {
  await dns.stop();
  for (const server of servers) await server.stop(true);
});

interface Delivery {
  status: string;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
}

eachApp(
  "hostile URLs",
  (t) => {
    beforeEach(() => {
      hits = 0;
    });

    const create = (url: string) =>
      t.api.post<{ data: { id: string } }>("/webhooks", { url, event_types: ["webhook.test"] });
    const outcome = (id: string, index = 0) =>
      eventually(async () => {
        const { data } = (await t.api.get<PageOf<Delivery>>(`/deliveries?webhook_id=${id}`)).json;
        return data[index] && !["queued", "delivering"].includes(data[index].status) && data[index];
      });
    const call = async (id: string) => {
      await t.api.must(200, t.api.post(`/webhooks/${id}/test`));
      return outcome(id);
    };

    test("none reaches what is private, neither refused when saved nor when called", async () => {
      const more = [`http://alias.example:${port}/`, `http://world.example@127.0.0.1:${port}/`];
      let saved = 0;
      for (const url of [...urls, ...more]) {
        const { status, json } = await create(url);
        if (status === 400) continue;
        expect([url, status]).toEqual([url, 201]);
        saved++;
        const { status: became, error } = await call(json.data.id);
        expect([url, became, error === null]).toEqual([url, "retrying", false]);
      }
      expect(saved).toBeGreaterThan(5);
      expect(hits).toBe(0);
    });

    test("a webhook that is there cannot be turned to one", async () => {
      const { json } = await create(`http://world.example:${port}/`);
      expect(await call(json.data.id)).toMatchObject({ status: "delivered", response_body: "world" });
      for (const url of ["http://127.0.0.1/", "http://[::1]/", "http://0x7f.1/", "http://u:p@world.example/"])
        expect([url, (await t.api.patch(`/webhooks/${json.data.id}`, { url })).status]).toEqual([url, 400]);
    });

    test("redirects inside, to metadata and to itself are answers, and not followed", async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        for (const to of [`http://127.0.0.1:${port}/`, "http://169.254.169.254/latest/meta-data/", "/200"]) {
          const { json } = await create(`http://world.example:${port}/${status}/${encodeURIComponent(to)}`);
          const answer = await call(json.data.id);
          expect([to, answer.response_status, answer.response_body]).toEqual([to, status, "world"]);
        }
      }
      expect(hits).toBe(0);
    });

    test("a name that leads inside from one call to the next is refused then; of several addresses only open ones are used", async () => {
      const name = `turning-${t.kind}.example`;
      dns.zone[name] = { A: ["127.0.0.2"], ttl: 0 };
      const { json } = await create(`http://${name}:${port}/`);
      for (let n = 0; n < 3; n++) {
        dns.zone[name] = { A: ["127.0.0.2"], ttl: 0 };
        expect(await call(json.data.id)).toMatchObject({ status: "delivered", response_body: "world" });
        dns.zone[name] = { A: ["127.0.0.1"], ttl: 0 };
        const { status, error } = await call(json.data.id);
        expect([status, error]).toEqual(["retrying", expect.stringContaining("private or reserved address")]);
      }
      const both = await create(`http://both.example:${port}/`);
      for (let n = 0; n < 4; n++)
        expect(await call(both.json.data.id)).toMatchObject({ status: "delivered", response_body: "world" });
      expect(hits).toBe(0);
    });
  },
  { env: { WEBHOOK_ALLOW_NETWORKS: "127.0.0.2/32", DNS_SERVERS: dns.server } },
);
