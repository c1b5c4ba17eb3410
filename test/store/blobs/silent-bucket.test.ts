// A bucket whose connections go silent: a server or a firewall forgot one that was kept open. Calls are made once more, on another.
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openS3Blobs } from "../../../src/store/blobs/s3.ts";
import { startS3 } from "../../support/fakes/s3.ts";

const blob = "a".repeat(64);
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: "x"\r\n\r\nhi';
const late = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";

let running: { server: Server; sockets: Socket[] } | null = null;
afterEach(() => {
  for (const socket of running?.sockets ?? []) socket.destroy();
  running?.server.close();
});

/** A server that keeps connections open. @param onRequest gets the number of the request on its connection, from 1 */
async function bucket(onRequest: (socket: Socket, number: number) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    let requests = 0;
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", () => onRequest(socket, ++requests));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  running = { server, sockets };
  const { port } = server.address() as { port: number };
  const settings = {
    bucket: "postroom",
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    accessKeyId: "key",
    secretAccessKey: "secret",
  };
  return { place: openS3Blobs(settings, "blobs/", 50), sockets };
}

test("kept connections that are all silent: what is read and written comes on new ones", async () => {
  const silent = new Set<Socket>();
  const { place, sockets } = await bucket((socket) => {
    if (!silent.has(socket)) socket.write(answer);
  });
  expect(await Promise.all([place.readMark(), place.readMark()])).toEqual(["hi", "hi"]);
  for (const socket of sockets) silent.add(socket);
  expect(Buffer.from((await place.get(blob))!).toString()).toBe("hi");
  await place.put(blob, new Uint8Array(10));
  expect(sockets.length).toBeGreaterThan(silent.size);
});

test("a kept connection that is closed as the next call comes: the call is made on another", async () => {
  const { place, sockets } = await bucket((socket, number) => {
    if (number === 1) socket.write(answer);
    else socket.destroy();
  });
  expect(await place.readMark()).toBe("hi");
  expect(Buffer.from((await place.get(blob))!).toString()).toBe("hi");
  expect(sockets.length).toBe(2);
});

test("a server that is late: its first answer counts, and both calls are there", async () => {
  let asked = 0;
  let first: Socket | null = null;
  const { place } = await bucket((socket) => {
    if (++asked === 1) first = socket;
    else first!.write(late);
  });
  // A refusal alone ends nothing while the other call may still be answered.
  const got = place.get(blob);
  while (asked < 2) await new Promise(setImmediate);
  for (const socket of running!.sockets) if (socket !== first) socket.write(answer);
  expect(Buffer.from((await got)!).toString()).toBe("hi");
  expect(asked).toBe(2);
});

test("a server that closes every connection is an error at once", async () => {
  const { place } = await bucket((socket) => socket.destroy());
  expect(await place.get(blob).catch(({ code }) => code)).toBe("ConnectionClosed");
});

test("a real server answers both calls alike", async () => {
  const root = mkdtempSync(join(tmpdir(), "postroom-test-"));
  const s3 = await startS3(root);
  try {
    const place = openS3Blobs(s3.settings, "blobs/", 0);
    const bytes = crypto.getRandomValues(new Uint8Array(1000));
    expect(await place.get(blob)).toBe(null);
    // One call: this server empties the object before it writes it, where S3 changes it at once.
    await openS3Blobs(s3.settings, "blobs/").put(blob, bytes);
    expect(await place.get(blob)).toEqual(bytes);
    expect(await place.get(blob, { start: 10, end: 20 })).toEqual(bytes.slice(10, 20));
    expect(await place.get(blob, { start: 2000, end: 2010 })).toEqual(new Uint8Array());
    const other = openS3Blobs({ ...s3.settings, bucket: "nowhere" }, "blobs/", 0);
    expect(await other.get(blob).catch(({ code }) => code)).toBe("NoSuchBucket");
  } finally {
    await s3.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
