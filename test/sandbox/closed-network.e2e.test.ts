// Nothing leaves a sandbox: in a network namespace that has loopback alone it works whole, and no call of the system asks for another
// address, whatever the service is told to reach: mail, a webhook to a public address, a webhook to a name. With PostgreSQL, which a
// namespace would not reach, by what it asks of the system alone.

import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { cleanEnv } from "../support/app/server.ts";
import { programPath } from "../support/clients/programs.ts";

const needed = ["unshare", "strace", "ip", "curl"];
const missing = needed.filter((name) => programPath(name) === null);
const mayUnshare =
  missing.length === 0 && Bun.spawnSync(["unshare", "-rn", "ip", "link", "set", "lo", "up"]).exitCode === 0;

const databaseUrl = process.env.POSTROOM_TEST_DATABASE_URL;
const isLocal =
  databaseUrl !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(databaseUrl).hostname);

/** Drives a sandbox: its folder, the program, and more words for it. */
const script = `
cd "$1"
strace -f -qq -e trace=connect,sendto,sendmsg,sendmmsg -o "$1/trace" "$2" sandbox --port 0 --speed stand $3 > "$1/out" 2> "$1/err" &
until grep -q 'This is a sandbox' "$1/out"; do kill -0 $! || exit 3; sleep 0.2; done
key=$(grep -o 'pr_[A-Za-z0-9]*' "$1/out" | head -1)
at=$(grep -o 'http://localhost:[0-9]*' "$1/out" | head -1 | sed s/localhost/127.0.0.1/)
post() { curl -s -m 60 "$at$1" -H "authorization: Bearer $key" -H 'content-type: application/json' -d "$2"; echo; }
post /api/v1/identities '{"email":"bot@postroom.localhost"}'
for url in http://9.9.9.9/hook https://hooks.else.example/hook http://[2606:4700::1111]/hook; do
  post /api/v1/webhooks '{"url":"'$url'","event_types":["message.sent","message.received"]}'
done
post /api/v1/messages '{"from":"bot@postroom.localhost","to":["ada@shop.example"],"subject":"Hi","text":"Well?"}'
post /sandbox/residents/ada@shop.example/acts '{"to":"bot@postroom.localhost","subject":"Answer","text":"<img src=http://9.9.9.9/a.png>"}'
post /sandbox/clock '{"advance":"1d"}'
curl -s -m 60 $at/sandbox/log
kill -INT $(pgrep -P $!)
wait $!
`;

/** Answers of the calls, and the addresses that the process asked the system for. */
async function driven(
  enter: readonly string[],
  more: string,
): Promise<{ lines: string[]; asked: string[]; elsewhere: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "closed-"));
  // What a real server's folder would say.
  writeFileSync(join(folder, ".env"), "SMTP_RELAY_URL=smtp://9.9.9.9:25\nDNS_SERVERS=9.9.9.9\nPORT=21571\n");
  const words = [...enter, "sh", folder, await executable(), more];
  const child = Bun.spawn(words, {
    env: cleanEnv({ DATABASE_URL: "postgres://9.9.9.9/none" }),
    stdout: "pipe",
    stderr: "inherit",
  });
  const said = await new Response(child.stdout).text();
  await child.exited;
  const asked = readFileSync(join(folder, "trace"), "utf8")
    .split("\n")
    .filter((line) => /sa_family=AF_INET/.test(line));
  const elsewhere = asked.filter((line) => !/inet_addr\("127\.|"::1"|"::ffff:127\./.test(line));
  return { lines: said.trim().split("\n"), asked, elsewhere };
}

function isClosed({ lines, asked, elsewhere }: Awaited<ReturnType<typeof driven>>): void {
  // The two that name an address are refused at once.
  const refused = lines.filter((line) => line.includes('"error"'));
  expect(refused.map((line) => /url leads to ([\w.:]+),/.exec(line)?.[1])).toEqual([
    "9.9.9.9",
    "2606:4700::1111",
  ]);
  const { data } = JSON.parse(lines.at(-1)!) as { data: { kind: string }[] };
  expect(data.map(({ kind }) => kind)).toEqual(["began", "left", "came"]);
  expect(asked.length).toBeGreaterThan(0);
  expect(elsewhere).toEqual([]);
}

test.skipIf(!mayUnshare)(
  "a sandbox needs loopback alone, and asks for no other address",
  async () => {
    const inside = `ip link set lo up\n${script}`;
    isClosed(await driven(["unshare", "-rn", "sh", "-c", inside], ""));
  },
  300_000,
);

test.skipIf(missing.length > 0 || !isLocal)(
  "on PostgreSQL it asks for no other address either",
  async () => {
    const store = await tempStore("postgres", { empty: true });
    try {
      isClosed(await driven(["sh", "-c", script], `--postgres ${store.databaseUrl}`));
    } finally {
      await store.dispose();
    }
  },
  300_000,
);
