// A fresh sandbox for a scenario, in this process: its clock stands but where the runner or a call that waits moves it on.
import { msOf } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { Act, Resident, World } from "../resident.ts";
import { residentOf, type ToldResident } from "../residents/resident-of.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";
import { readWorldMail } from "../world-mail.ts";
import type { OpenWorld, PassedMail, WorldSetup } from "./outcome.ts";

export async function openSandbox(setup: WorldSetup): Promise<OpenWorld> {
  const sandbox = await standing(setup.seed);
  try {
    return await inhabit(sandbox, setup, () => sandbox.stop());
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

/** A sandbox whose clock stands, at free ports. */
export function standing(seed: number): Promise<Sandbox> {
  return startSandbox({
    dir: null,
    port: 0,
    freePorts: true,
    allow: [],
    seed: String(seed),
    isSeeded: true,
    speed: 0,
    postgres: null,
    logLevel: "error",
  });
}

/** Lets the residents of a scenario live there, and gives the agent an address. */
export async function inhabit(
  sandbox: Sandbox,
  setup: WorldSetup,
  close: () => Promise<void>,
): Promise<OpenWorld> {
  const { app, world, clock } = sandbox;
  const url = `http://127.0.0.1:${app.ports.http}`;
  const apiKey = must(app.operator.token, "a fresh service tells its first key");
  if (setup.startMs !== null) {
    if (setup.startMs < clock.now()) throw new Error("world.start is before the world's beginning");
    await clock.moveTo(setup.startMs);
  }
  const { id, email } = await addressOf({ url, apiKey, domain: app.operator.domain, setup });
  const planned: { atMs: number; act: Act }[] = [];
  const residents = new Map<string, ToldResident>();
  for (const data of setup.residents) {
    const resident = residentOf(data);
    const noted = (acts: Act[], view: World) => {
      for (const act of acts) planned.push({ atMs: view.nowMs + act.afterMs, act });
      return acts;
    };
    const joined: Resident = {
      ...resident,
      react: (mail, view) => noted(resident.react(mail, view), view),
    };
    residents.set(data.address.toLowerCase(), {
      ...resident,
      writes: (openings, target, view) => noted(resident.writes(openings, target, view), view),
      begin: (target, view) => noted(resident.begin?.(target, view) ?? [], view),
    });
    world.join(joined);
  }
  if (setup.maxAnswersADay !== null) world.loops.maxADay = setup.maxAnswersADay;
  const loopsBefore = world.loops.count;
  const isAgent = (address: string) => address.toLowerCase() === email.toLowerCase();
  return {
    url,
    apiKey,
    address: email,
    identityId: id,
    nowMs: () => clock.now(),
    async advance(ms) {
      await clock.moveTo(clock.now() + ms);
    },
    async begin(address, openings) {
      const resident = must(
        residents.get(address.toLowerCase()),
        "the file was read: it names residents alone",
      );
      const target = { address: email };
      const acts = openings
        ? resident.writes(openings, target, world.view)
        : (resident.begin?.(target, world.view) ?? []);
      world.plan(resident, acts);
      await clock.moveTo(clock.now());
    },
    async passed() {
      await clock.moveTo(clock.now());
      const sent = new Map<string, PassedMail>();
      for (const { at, mail } of world.mails) {
        if (!isAgent(mail.from)) continue;
        const known = sent.get(mail.messageId);
        if (known) known.recipients.push(mail.recipient);
        else sent.set(mail.messageId, { atMs: msOf(at), mail, recipients: [mail.recipient] });
      }
      const received = planned
        .filter(({ atMs, act }) => atMs <= clock.now() && act.recipients.some(isAgent))
        .sort((one, other) => one.atMs - other.atMs)
        .map(
          ({ atMs, act }): PassedMail => ({
            atMs,
            mail: readWorldMail(act.raw, { envelopeFrom: act.envelopeFrom, recipient: email }),
            recipients: act.recipients,
          }),
        );
      return { sent: [...sent.values()], received };
    },
    loops: () =>
      world.loops
        .after(loopsBefore)
        .filter(({ between }) => between.some((one) => isAgent(one) || residents.has(one.toLowerCase()))),
    close,
  };
}

interface Creation {
  url: string;
  apiKey: string;
  domain: string;
  setup: WorldSetup;
}

async function addressOf({
  url,
  apiKey,
  domain,
  setup: { agent },
}: Creation): Promise<{ id: string; email: string }> {
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
      proxy: false,
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`world.agent: ${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: { id: string; email: string } }).data;
  };
  const identity = await call("POST", "/identities", {
    email: `${agent.localPart}@${domain}`,
    ...(agent.displayName === null ? {} : { display_name: agent.displayName }),
    ...(agent.sendPolicy === null ? {} : { send_policy: agent.sendPolicy }),
  });
  if (agent.protection !== null) await call("PUT", `/identities/${identity.id}/protection`, agent.protection);
  return identity;
}
