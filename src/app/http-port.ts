// Takes the HTTP port: for this server alone, or with others on the same Postgres, when SHARE_PORT asks for it. The kernel
// then gives each of them some of the connections, so that each must answer alike. Part of the composition root.
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { addMs, nowInstant } from "../lib/clock.ts";
import { dropChallenge, saveChallenge } from "../store/accounts/certificates.ts";
import type { Core } from "./app.ts";
import { listening, nearHost, takePort } from "./ports.ts";

type Holder = "nobody" | "a server of this database" | "another program";

/** One that is just starting answers after some of these. */
const tries = 30;
const restMs = 100;
const answerMs = 2000;

/**
 * @param listen throws EADDRINUSE when the port is taken; `shared`: with all that share it
 * @throws Error for the operator, naming PORT
 */
export async function takeHttpPort(core: Core, listen: (shared: boolean) => void): Promise<void> {
  const { port, sharePort, databaseUrl } = core.config;
  if (!sharePort || port === 0) {
    const hint = " Servers on one DATABASE_URL may share it, with SHARE_PORT=on in each of them.";
    await takePort("PORT", port, () => listen(false), databaseUrl === null ? "" : hint);
    return;
  }
  if ((await holderOf(core)) === "another program")
    throw new Error(
      `PORT=${port} is taken by another program, or by a server on another database: only servers on one DATABASE_URL share a port. Choose another one, such as PORT=${port + 1}.`,
    );
  await takePort(
    "PORT",
    port,
    () => listen(true),
    " If a server on the same DATABASE_URL has it, set SHARE_PORT=on there too.",
  );
}

async function holderOf(core: Core): Promise<Holder> {
  for (let n = 0; n < tries; n++) {
    if (await isFree(core)) return "nobody";
    const proves = await provesDatabase(core);
    if (proves !== null) return proves ? "a server of this database" : "another program";
    // Nobody answers yet: it may be starting as we are.
    await Bun.sleep(restMs);
  }
  return "another program";
}

async function isFree({ config: { port, host } }: Core): Promise<boolean> {
  const probe = createServer();
  try {
    await listening(probe, port, host);
  } catch (error) {
    if ((error as { code?: string }).code === "EADDRINUSE") return false;
    // Whatever else is wrong, taking the port says it.
    return true;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** Whether the one that has the port answers with what stands in our database; null: it does not answer. */
async function provesDatabase({ config: { port, host }, database, clock }: Core): Promise<boolean | null> {
  const name = randomBytes(32).toString("base64url");
  const answer = randomBytes(32).toString("base64url");
  await saveChallenge(database, {
    kind: "http-01",
    name,
    answer,
    expiresAt: addMs(nowInstant(clock), 10 * answerMs),
  });
  try {
    const near = nearHost(host);
    const at = near.includes(":") ? `[${near}]` : near;
    const response = await fetch(`http://${at}:${port}/.well-known/acme-challenge/${name}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(answerMs),
    });
    return (await response.text()) === answer;
  } catch {
    return null;
  } finally {
    await dropChallenge(database, { kind: "http-01", name, before: nowInstant(clock) });
  }
}
