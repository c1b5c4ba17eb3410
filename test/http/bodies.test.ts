// What bodies may cost: how large they may be with a key and without one, how long they may take, where large ones wait,
// and that nothing of one is left behind. DECISIONS Conventions, Errors
import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { openSpills } from "../../src/lib/spill.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";

const megabyte = 1024 * 1024;
const signup = "/api/v1/agent/signup";

interface Call {
  socket: Socket;
  /** The whole answer, once the server has closed or said as much as its length names. */
  answer: Promise<string>;
  /** Resolves when the server has closed. */
  closed: Promise<void>;
}

/** A POST whose body has not begun. @param framing its length or coding */
function begin(t: SuiteApp, call: { path: string; framing: string; key?: string }): Call {
  const socket = connect(t.app.ports.http, "127.0.0.1");
  const key = call.key === undefined ? "" : `Authorization: Bearer ${call.key}\r\n`;
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const { promise: closed, resolve: end } = Promise.withResolvers<void>();
  let said = "";
  socket.on("data", (chunk: Buffer) => {
    said += chunk.toString("latin1");
    const [head, ...body] = said.split("\r\n\r\n");
    const length = /content-length: (\d+)/i.exec(head!)?.[1];
    if (length !== undefined && body.join("\r\n\r\n").length >= Number(length)) resolve(said);
  });
  for (const event of ["close", "end", "error"])
    socket.on(event, () => {
      resolve(said);
      end();
    });
  socket.write(
    `POST ${call.path} HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\n${call.framing}\r\n\r\n`,
  );
  return { socket, answer, closed };
}

/** A message of so many bytes of text that nobody may send: it is read, and refused for its sender. */
function largeJson(bytes: number): Buffer {
  const [before, after] = ['{"from":"nobody@elsewhere.example","to":"a@b.example","text":"', '"}'];
  return Buffer.from(before + "x".repeat(bytes - before.length - after.length) + after);
}

eachApp(
  "bodies",
  (t) => {
    test("without a key a body of more than 64 kB is refused before it is read", async () => {
      for (const path of [
        signup,
        "/api/v1/agent/verify",
        "/console/login",
        "/autodiscover/autodiscover.xml",
      ]) {
        const claimed = begin(t, { path, framing: `Content-Length: ${64 * 1024 + 1}` });
        expect(await claimed.answer).toContain("64 kB");
        claimed.socket.destroy();
      }
      const chunked = begin(t, { path: signup, framing: "Transfer-Encoding: chunked" });
      chunked.socket.write(`10001\r\n${" ".repeat(0x10001)}\r\n`);
      expect(await chunked.answer).toStartWith("HTTP/1.1 413 ");
      chunked.socket.destroy();
      const most = begin(t, { path: signup, framing: `Content-Length: ${64 * 1024}` });
      most.socket.write(" ".repeat(64 * 1024));
      expect(await most.answer).toStartWith("HTTP/1.1 400 ");
      most.socket.destroy();
    });

    // DECISIONS Errors: 408 request_timeout
    test("a body that is too slow is 408 and the end of its connection, and its room is free", async () => {
      const calls = [
        begin(t, { path: signup, framing: "Content-Length: 100" }),
        begin(t, { path: signup, framing: "Transfer-Encoding: chunked" }),
        begin(t, { path: "/api/v1/messages", framing: "Content-Length: 100", key: t.api.key! }),
        begin(t, { path: "/api/v1/messages", framing: `Content-Length: ${3 * megabyte}`, key: t.api.key! }),
      ];
      const large = calls[3]!;
      large.socket.write(Buffer.alloc(2 * megabyte, 32));
      // a client that drips is no quicker
      const drip = setInterval(() => {
        for (const { socket } of calls) if (!socket.destroyed) socket.write(" ");
      }, 250);
      const answers = await Promise.all(
        calls
          .slice(0, 1)
          .concat(calls.slice(2))
          .map(({ answer }) => answer),
      );
      await Promise.all([calls[0]!.closed, calls[2]!.closed, calls[3]!.closed]);
      clearInterval(drip);
      for (const answer of answers) {
        expect(answer).toStartWith("HTTP/1.1 408 ");
        expect(answer).toContain('"request_timeout"');
        expect(answer).toContain("HTTP_BODY_SECONDS");
      }
      calls[1]!.socket.destroy();
      await eventually(() => heldBy(t) === 0);
    });

    test("half-sent bodies of many clients take little memory, no named file, and go with their clients", async () => {
      const { clients } = t.app.core.spills;
      const length = 20 * megabyte;
      const calls = Array.from({ length: 12 }, () =>
        begin(t, { path: "/api/v1/messages", framing: `Content-Length: ${length}`, key: t.api.key! }),
      );
      const half = Buffer.alloc(2 * megabyte, 32);
      for (const { socket } of calls) socket.write(half);
      await eventually(() => clients.onDisk.held === calls.length * half.length);
      expect([clients.arriving.held, clients.whole.held]).toEqual([0, 0]);
      expect(readdirSync(clients.dir)).toEqual([]);
      for (const { socket } of calls) socket.destroy();
      await eventually(() => heldBy(t) === 0);
    });

    test("large bodies at once wait for each other and are all read", async () => {
      const body = largeJson(30 * megabyte);
      let most = 0;
      const { whole } = t.app.core.spills.clients;
      const watch = setInterval(() => {
        most = Math.max(most, whole.held);
      }, 1);
      const statuses = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const response = await fetch(`${t.api.base}/api/v1/messages`, {
            method: "POST",
            headers: { authorization: `Bearer ${t.api.key}`, "content-type": "application/json" },
            body,
          });
          return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
        }),
      );
      clearInterval(watch);
      expect(statuses).toEqual(Array(4).fill([404, "not_found"]));
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(64 * megabyte);
      await eventually(() => heldBy(t) === 0);
    });

    test("a client that disconnects after its body releases the memory", async () => {
      const { clients } = t.app.core.spills;
      for (const size of [200, 60_000, 8 * megabyte]) {
        const body = largeJson(size);
        const calls = Array.from({ length: 5 }, () =>
          begin(t, { path: "/api/v1/messages", framing: `Content-Length: ${size}`, key: t.api.key! }),
        );
        for (const { socket } of calls) {
          socket.write(body, () => socket.destroy());
        }
        await Promise.all(calls.map(({ closed }) => closed));
        // what is being answered now is answered before this is
        expect((await t.api.get("/pods")).status).toBe(200);
        await eventually(() => heldBy(t) === 0);
      }
      expect([clients.arriving.held, clients.whole.held]).toEqual([0, 0]);
    });

    test("files left by a kill are deleted at the start", () => {
      const { dir } = t.app.core.spills.clients;
      writeFileSync(join(dir, "left"), "behind");
      openSpills(t.config.dataDir);
      expect(readdirSync(dir)).toEqual([]);
    });
  },
  { env: { HTTP_BODY_SECONDS: "10" } },
);

/** Bytes that bodies take now. */
function heldBy(t: SuiteApp): number {
  const { arriving, whole, onDisk } = t.app.core.spills.clients;
  return arriving.held + whole.held + onDisk.held;
}
