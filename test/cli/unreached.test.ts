// A server that a client's command does not reach: its address, the cause and what to do, without the call.
import { expect, test } from "bun:test";
import { type AddressInfo, createServer } from "node:net";
import { inShellWords } from "../../src/cli/client/shell-words.ts";
import { messageOf } from "../../src/lib/failure.ts";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { freePort } from "../support/app/ports.ts";

async function said(port: number, scheme = "https"): Promise<string> {
  const client = new Postroom({ baseUrl: `${scheme}://localhost:${port}`, apiKey: "pr_x", retries: 0 });
  return client.identities.list({ limit: 1 }).then(
    () => "reached",
    async (error: unknown) => messageOf(await inShellWords(error, null)),
  );
}

test("nothing listens there, and a port without TLS", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mx.example ESMTP\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const plain = await said(port);
  server.close();
  expect(plain).toStartWith(
    `https://localhost:${port} was not reached: what listens there does not speak TLS (`,
  );
  expect(plain).toEndWith("postroom login URL names another server.");
  // The call was sent, and its answer is lost: it may have been done.
  const cutting = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.destroy());
  });
  await new Promise<void>((resolve) => cutting.listen(0, "127.0.0.1", resolve));
  const cut = await said((cutting.address() as AddressInfo).port, "http");
  cutting.close();
  expect(cut).toContain(" gave no answer: ");
  expect(cut).toContain("The command may have been done: look");
  const none = await freePort();
  expect(await said(none)).toMatch(
    new RegExp(`^https://localhost:${none} was not reached: nothing listens there .*Start it, or correct`),
  );
});
