// Files that are fetched from URLs, and short-lived URLs of files. DECISIONS Drafts and sending
import { afterAll, expect, test } from "bun:test";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tools } from "../../../src/mcp/server.ts";
import type { Refusal } from "../../support/app/api.ts";
import { eachApp, ShiftedClock } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { mcpClient } from "../../support/clients/mcp.ts";
import { startDns } from "../../support/fakes/dns.ts";

type Draft = {
  id: string;
  attachments: { id: string; filename: string; content_type: string; size: number }[];
};
type Link = { attachment_id: string; url: string; expires_at: string };

const mb = 1024 * 1024;
const pages = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(request.url!);
  const page = pages.get(request.url!.split("?")[0]!);
  if (page) page(response);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", () => resolve()));
afterAll(() => {
  site.close();
  site.closeAllConnections();
});
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const page = (path: string, headers: Record<string, string>, body: string | Uint8Array = "", status = 200) =>
  pages.set(path, (response) => response.writeHead(status, headers).end(body));
const redirect = (path: string, location: string) => page(path, { location }, "", 302);

const clock = new ShiftedClock();
const dns = await startDns({ "files.example": { A: ["127.0.0.1"] } });
afterAll(() => dns.stop());

eachApp(
  "files by URL",
  (t) => {
    const drafted = async (attachments: object[], extra: object = {}) => {
      const { id: identity_id } = await t.address();
      return t.api.must<Draft>(201, t.api.post("/drafts", { identity_id, attachments, ...extra }));
    };
    const bytesOf = async (id: string) => (await t.api.get(`/attachments/${id}`)).text;
    const linkOf = (id: string, query = "", api = t.api) =>
      api.get<{ data: Link }>(`/attachments/${id}/link${query}`);

    test("are asked of allowed hosts alone where mail waits, before anything of the URL is said", async () => {
      page("/plain", {}, "x");
      const named = origin.replace("127.0.0.1", "files.example");
      redirect("/elsewhere", `${origin}/plain`);
      const from = await t.address();
      const protection = `/identities/${from.id}/protection`;
      const lists = (list: string, entry: string) =>
        t.api.must(201, t.api.post(`${protection}/lists`, { direction: "send", list, entries: [entry] }));
      const message = { from: from.email, to: "a@peer.example", text: "x" };
      const draft = { identity_id: from.id, text: "x" };
      const parent = await t.api.must<{ id: string }>(201, t.api.post("/messages", message));
      const kept = await t.api.must<{ id: string }>(201, t.api.post("/drafts", draft));
      const doors: [string, (attachments: object[]) => Promise<{ status: number; text: string }>][] = [
        ["send", (attachments) => t.api.post("/messages", { ...message, attachments })],
        ["reply", (attachments) => t.api.post(`/messages/${parent.id}/reply`, { text: "x", attachments })],
        [
          "forward",
          (attachments) =>
            t.api.post(`/messages/${parent.id}/forward`, { to: "a@peer.example", attachments }),
        ],
        [
          "answer",
          (attachments) => t.api.post(`/messages/${parent.id}/drafts`, { kind: "reply", attachments }),
        ],
        ["draft", (attachments) => t.api.post("/drafts", { ...draft, attachments })],
        ["change", (attachments) => t.api.patch(`/drafts/${kept.id}`, { attachments })],
      ];
      const agent = await restrictedKey(t.api, [from.id]);
      const mcp = await mcpClient(t.api.base, agent.key!);
      doors.push([
        "tool",
        async ([file]) => {
          const files = [(file as { url: string }).url];
          const said = await mcp.call("send_mail", {
            to: ["a@peer.example"],
            subject: "s",
            text: "x",
            files,
          });
          return { status: said.isError ? 403 : 200, text: said.text };
        },
      ]);
      for (const outbound of ["all", "new_recipients"]) {
        await t.api.must(200, t.api.call("PUT", protection, { outbound }));
        for (const [door, call] of doors) {
          const secret = `/plain?secret=${outbound}-${door}`;
          const refused = await call([{ url: named + secret }]);
          expect([outbound, door, refused.status, asked.includes(secret)]).toEqual([
            outbound,
            door,
            403,
            false,
          ]);
          expect(refused.text).toContain("files.example");
        }
      }
      await lists("allow", "files.example");
      for (const [door, call] of doors) {
        const secret = `/plain?secret=allowed-${door}`;
        const taken = await call([{ url: named + secret }]);
        expect([door, taken.status < 300, asked.includes(secret)]).toEqual([door, true, true]);
      }
      // Where an allowed host leads to, it has to be allowed too.
      const led = await t.api.post("/messages", { ...message, attachments: [{ url: `${named}/elsewhere` }] });
      expect(led.status).toBe(403);
      expect(led.text).toContain("127.0.0.1");
      // Off: any host but those that are blocked.
      await t.api.must(200, t.api.call("PUT", protection, { outbound: "off" }));
      expect(
        (await t.api.post("/drafts", { ...draft, attachments: [{ url: `${origin}/plain` }] })).status,
      ).toBe(201);
      await lists("block", "files.example");
      expect(
        (await t.api.post("/drafts", { ...draft, attachments: [{ url: `${named}/plain` }] })).status,
      ).toBe(403);
      await mcp.close();
    });

    test("are fetched, with the name and type that their server says, or that the call gives", async () => {
      page("/a/Report%20one.csv", { "content-type": "text/csv; charset=utf-8" }, "a,b\n1,2\n");
      page(
        "/get",
        { "content-disposition": `attachment; filename="x"; filename*=UTF-8''%e2%82%ac.pdf` },
        "%PDF-",
      );
      redirect("/moved", `${origin}/get`);
      const draft = await drafted([
        { url: `${origin}/a/Report%20one.csv?token=1` },
        { url: `${origin}/moved` },
        { url: `${origin}/get`, filename: "own.txt", content_type: "text/plain" },
        { filename: "here.txt", content: "SGk=" },
      ]);
      expect(
        draft.attachments.map(({ filename, content_type, size }) => [filename, content_type, size]),
      ).toEqual([
        ["Report one.csv", "text/csv; charset=utf-8", 8],
        ["€.pdf", "application/octet-stream", 5],
        ["own.txt", "text/plain", 5],
        ["here.txt", "text/plain", 2],
      ]);
      expect(await bytesOf(draft.attachments[0]!.id)).toBe("a,b\n1,2\n");
    });

    test("make one mail for an Idempotency-Key, also where the URL is gone meanwhile", async () => {
      page("/once", {}, "once");
      const own = await t.address();
      const body = {
        from: own.email,
        to: "a@far.example",
        text: "x",
        attachments: [{ url: `${origin}/once` }],
      };
      const before = asked.length;
      const headers = { "idempotency-key": `once-${t.kind}` };
      const first = await t.api.post("/messages", body, headers);
      expect([first.status, asked.length - before]).toEqual([201, 1]);
      pages.delete("/once");
      expect((await t.api.post("/messages", body, headers)).text).toBe(first.text);
      const other = { ...body, attachments: [{ url: `${origin}/other` }] };
      expect(await refusal(t.api.post("/messages", other, headers))).toEqual([422, "idempotency_key_reuse"]);
    });

    // DECISIONS Drafts and sending: Files are fetched from URLs, from public addresses alone, within a time and a size
    test("are refused where they are none, private, redirected there, or too large", async () => {
      redirect("/inside", "http://10.0.0.1/secret");
      redirect("/metadata", "http://169.254.169.254/latest/meta-data/");
      redirect("/loopback6", "http://[::1]:1/");
      redirect("/file", "file:///etc/passwd");
      redirect("/round", "/round");
      page("/none", {}, "no", 500);
      pages.set("/large", (response) => {
        response.writeHead(200);
        const chunk = new Uint8Array(mb);
        let sent = 0;
        const more = (): void => {
          while (sent++ < 27) if (!response.write(chunk)) return void response.once("drain", more);
          response.end();
        };
        response.on("error", () => {});
        more();
      });
      const { id: identity_id } = await t.address();
      const attach = async (file: object) => {
        const { status, json } = await t.api.post<Refusal>("/drafts", { identity_id, attachments: [file] });
        return [status, json.error?.code, json.error?.message] as const;
      };
      for (const url of [
        "http://10.0.0.1/x",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/x",
        "ftp://127.0.0.1/x",
        "http://user:pass@127.0.0.1/x",
        "not a url",
        `${origin}/inside`,
        `${origin}/metadata`,
        `${origin}/loopback6`,
        `${origin}/file`,
        `${origin}/round`,
        `${origin}/none`,
        `${origin}/nowhere`,
      ]) {
        const [status, code, message] = await attach({ url });
        expect([url, status, code, message?.includes("attachments/0")]).toEqual([
          url,
          400,
          "validation_error",
          true,
        ]);
        // What a name of others leads to inside is not told.
        expect(message).not.toMatch(/secret|reserved address/);
      }
      expect((await attach({ url: `${origin}/large` })).slice(0, 2)).toEqual([413, "payload_too_large"]);
      for (const file of [
        {},
        { filename: "a" },
        { content: "SGk=" },
        { url: `${origin}/a`, content: "SGk=" },
      ])
        expect((await attach(file)).slice(0, 2)).toEqual([400, "validation_error"]);
    });

    test("have a URL for a while, which needs no key and reads this one file", async () => {
      page("/l", { "content-type": "text/plain" }, "0123456789");
      const draft = await drafted([{ url: `${origin}/l` }, { filename: "b", content: "SGk=" }]);
      const [file, other] = draft.attachments;
      const { data } = (await linkOf(file!.id)).json;
      expect(Math.round((Date.parse(data.expires_at) - clock.now()) / 10_000)).toBe(60);
      expect(data.url).toStartWith(`http://localhost:${t.app.ports.http}/files/`);
      expect(data.url).not.toContain(t.api.key!);
      const read = await fetch(data.url, { headers: { origin: "https://elsewhere.example" } });
      expect([read.status, await read.text()]).toEqual([200, "0123456789"]);
      expect([read.headers.get("cache-control"), read.headers.get("content-disposition")]).toEqual([
        "private, no-store",
        expect.stringContaining("attachment;"),
      ]);
      const part = await fetch(data.url, { headers: { range: "bytes=2-4" } });
      expect([part.status, await part.text()]).toEqual([206, "234"]);
      const { url: otherUrl } = (await linkOf(other!.id)).json.data;
      expect(await (await fetch(otherUrl)).text()).toBe("Hi");
    });

    test("have no URL any more when its time is over, or when it was changed", async () => {
      const draft = await drafted([{ filename: "a", content: "SGk=" }]);
      const { url } = (await linkOf(draft.attachments[0]!.id, "?expires_in=60")).json.data;
      const statusOf = async (one: string) => (await fetch(one)).status;
      const token = url.slice(url.lastIndexOf("/") + 1);
      for (let at = 0; at < token.length; at += 5) {
        const letter = token[at] === "A" ? "B" : "A";
        expect(await statusOf(url.replace(token, token.slice(0, at) + letter + token.slice(at + 1)))).toBe(
          404,
        );
      }
      for (const one of [`${url}A`, url.slice(0, -1), url.slice(0, -2), `${t.api.base}/files/x`])
        expect([one, await statusOf(one)]).toEqual([one, 404]);
      expect(await statusOf(url)).toBe(200);
      clock.advance(61_000);
      expect(await statusOf(url)).toBe(404);
      for (const seconds of [0, 9, 3601, "x"])
        expect(await refusal(linkOf(draft.attachments[0]!.id, `?expires_in=${seconds}`))).toEqual([
          400,
          "validation_error",
        ]);
    });

    // DECISIONS Drafts and sending: A file has a URL for a while, which ends with its time, the file, the address and the key
    test("have no URL any more without the file, the address or the key that asked", async () => {
      const identity = await t.address();
      const make = async () =>
        t.api.must<Draft>(
          201,
          t.api.post("/drafts", {
            identity_id: identity.id,
            attachments: [{ filename: "a", content: "SGk=" }],
          }),
        );
      const [one, two] = [await make(), await make()];
      const fileOf = ({ attachments }: Draft) => attachments[0]!.id;
      const stranger = (await t.otherAccount()).api;
      const elsewhere = await restrictedKey(t.api, [(await t.address()).id]);
      for (const api of [stranger, elsewhere])
        expect(await refusal(linkOf(fileOf(one), "", api))).toEqual([404, "not_found"]);
      const statusOf = async (url: string) => (await fetch(url)).status;
      const minted = await t.api.must<{ id: string; token: string }>(
        201,
        t.api.post("/api-keys", { name: "agent", identity_ids: [identity.id] }),
      );
      const byKey = (await linkOf(fileOf(two), "", t.api.as(minted.token))).json.data.url;
      expect(await statusOf(byKey)).toBe(200);
      await t.api.delete(`/api-keys/${minted.id}`);
      expect(await statusOf(byKey)).toBe(404);
      const [first, second] = [
        (await linkOf(fileOf(one))).json.data.url,
        (await linkOf(fileOf(two))).json.data.url,
      ];
      await t.api.must(200, t.api.delete(`/drafts/${one.id}`));
      expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
      await t.api.must(204, t.api.delete(`/identities/${identity.id}`));
      expect(await statusOf(second)).toBe(404);
    });

    // DECISIONS MCP: Files are ids or URLs, and handed out as URLs
    test("are attached and handed out by the tools, without a byte in their arguments", async () => {
      page("/big.bin", { "content-type": "application/x-thing" }, new Uint8Array(3 * mb));
      const own = await t.address();
      const key = await t.api.must<{ token: string }>(
        201,
        t.api.post("/api-keys", { name: "a", identity_ids: [own.id] }),
      );
      const mcp = await mcpClient(t.api.base, key.token);
      const url = `${origin}/big.bin`;
      const sent = await mcp.must("send_mail", {
        to: ["a@far.example"],
        subject: "S",
        text: "T",
        files: [url],
      });
      const message = await t.api.must<Draft>(200, t.api.get(`/messages/${sent.fields.message_id}`));
      const [file] = message.attachments;
      expect(file).toMatchObject({ filename: "big.bin", content_type: "application/x-thing", size: 3 * mb });
      const drafted = await mcp.must("save_draft", { subject: "S", files: [file!.id, url] });
      const draft = await t.api.must<Draft>(200, t.api.get(`/drafts/${drafted.fields.draft_id}`));
      expect(draft.attachments.map(({ size }) => size)).toEqual([3 * mb, 3 * mb]);
      const unread = await mcp.must("read_attachment", { attachment: file!.id });
      expect(unread.text).toContain("link: true");
      const linked = await mcp.must("read_attachment", { attachment: file!.id, link: true });
      const read = await fetch((linked.fields as unknown as Link).url);
      expect((await read.bytes()).length).toBe(3 * mb);
      expect(linked.text.length).toBeLessThan(500);
      const refused = await mcp.call("send_mail", {
        to: ["a@far.example"],
        subject: "S",
        text: "T",
        files: ["http://10.0.0.1/x"],
      });
      expect([refused.isError, refused.text.includes("attachments/0/url")]).toEqual([true, true]);
      expect(tools.find(({ name }) => name === "read_attachment")!.level).toBe("read");
      await mcp.close();
    });
  },
  { clock, env: { DNS_SERVERS: dns.server } },
);
