// Sends of addresses that hold, through every door by which mail leaves.
import type { Api, PageOf } from "../support/app/api.ts";
import { eventually } from "../support/app/app.ts";
import { pick, type Random } from "../support/app/random.ts";
import { sendRaw, submitMail } from "../support/smtp/client.ts";

const atOnce = 12;

export interface Box {
  id: string;
  email: string;
  /** A received mail to answer. */
  message: string;
  password: string;
}

export interface Running {
  api: Api;
  smtp: number;
  submission: number;
}

/** Addresses that hold: by settings of their own, and by the account's default. */
export async function boxes(run: Running, domain_id: string): Promise<Box[]> {
  const { api } = run;
  await api.must(200, api.call("PUT", "/protection", { outbound: "new_recipients" }));
  const made: Box[] = [];
  for (const [n, outbound] of ["all", "new_recipients", null].entries()) {
    const body = { domain_id, local_part: `fuzz${n}`, mode: "hybrid" };
    const { id, email } = await api.must<{ id: string; email: string }>(201, api.post("/identities", body));
    if (outbound) await api.must(200, api.call("PUT", `/identities/${id}/protection`, { outbound }));
    const raw = `From: ann@peer.example\r\nTo: ${email}, bob@peer.example\r\nSubject: Q\r\nMessage-ID: <q${n}@peer.example>\r\n\r\nWrite to carl@peer.example.\r\n`;
    await sendRaw(run.smtp, { from: "ann@peer.example", to: email, raw });
    const message = await eventually(async () => {
      const { json } = await api.get<PageOf<{ id: string }>>(
        `/messages?from=ann@peer.example&identity_id=${id}`,
      );
      return json.data[0]?.id;
    });
    const { password } = await api.must<{ password: string }>(
      201,
      api.post("/app-passwords", { identity_id: id, name: "fuzz" }),
    );
    made.push({ id, email, message, password });
  }
  return made;
}

const doors = [
  "send",
  "repeat",
  "draft",
  "schedule",
  "reply",
  "reply-all",
  "forward",
  "calendar",
  "submission",
  "to many",
] as const;

/** Sends once through a door. @param n names its recipient */
export async function sendOnce(
  run: Running,
  box: Box,
  { n, next }: { n: number; next: Random },
): Promise<void> {
  const { api } = run;
  const to = `r${n}@peer.example`;
  const text = `Words of ${n}.`;
  const once = { "idempotency-key": `fuzz-${n}` };
  const held = async (answer: ReturnType<Api["post"]>) => {
    const { status, text: said } = await answer;
    // A busy machine, or one that is just killed, is asked again.
    if (status === 503 || status === 429 || said.includes("idempotency_in_flight")) throw new Error("again");
    if (status !== 202) throw new Error(`${status}: ${said}`);
  };
  const body = { from: box.email, to, subject: `Mail ${n}`, text };
  switch (pick(doors, next)) {
    case "send":
      return held(api.post("/messages", body, once));
    case "repeat":
      await held(api.post("/messages", body, once));
      return held(api.post("/messages", body, once));
    case "to many": {
      const many = [to, ...Array.from({ length: 1 + next(20) }, (_, each) => `m${n}-${each}@peer.example`)];
      return held(api.post("/messages", { ...body, to: many.slice(0, 1), bcc: many.slice(1) }, once));
    }
    case "reply":
    case "reply-all":
      return held(api.post(`/messages/${box.message}/${next(2) ? "reply" : "reply-all"}`, { text }, once));
    case "forward":
      return held(api.post(`/messages/${box.message}/forward`, { to, text }, once));
    case "draft": {
      const draft = await drafted(api, box, { to, text });
      return held(api.post(`/drafts/${draft}/send`, undefined, once));
    }
    case "schedule": {
      const draft = await drafted(api, box, { to, text });
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      return void (await api.must(200, api.post(`/drafts/${draft}/schedule`, { send_at })));
    }
    case "calendar": {
      const event = {
        title: `Plan ${n}`,
        start: "2031-03-30T09:00:00",
        end: "2031-03-30T09:30:00",
        timezone: "UTC",
      };
      const invited = { ...event, attendees: [{ email: to }], send_invites: true };
      return held(api.post(`/identities/${box.id}/calendar/events`, invited, once));
    }
    case "submission": {
      const reply = await submitMail(run.submission, box, {
        from: box.email,
        to,
        subject: `Mail ${n}`,
        text,
      });
      if (!reply.includes("Waiting for review")) throw new Error(reply);
    }
  }
}

async function drafted(api: Api, { id }: Box, { to, text }: { to: string; text: string }): Promise<string> {
  const draft = { identity_id: id, to: [to], subject: "Draft", text };
  return (await api.must<{ id: string }>(201, api.post("/drafts", draft))).id;
}

/** Runs every number, some at once; one that failed with the server is tried again. */
export async function sendAll(work: (n: number) => Promise<void>, from: number, to: number): Promise<void> {
  let n = from;
  const one = async () => {
    for (let mine = n++; mine < to; mine = n++) {
      for (let tries = 0; ; tries++) {
        try {
          await work(mine);
          break;
        } catch (error) {
          if (tries === 3000 || /^\d{3}: /.test(String((error as Error).message))) throw error;
          await Bun.sleep(50);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
