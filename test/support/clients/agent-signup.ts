// Calls on agent signup, each from another IP address.
import type { Answer, PageOf, Refusal } from "../app/api.ts";
import { eventually, type SuiteApp } from "../app/app.ts";

export interface Signup {
  signup_id: string;
  address: string;
  identity_id: string;
  can_send: boolean;
  code_expires_at: string | null;
}

export let counter = 0;

/** Another IP address each time, and a human with a mailbox. */
export function agents(t: SuiteApp) {
  const open = t.api.as(null);
  const from = (ip?: string) => ({ "x-forwarded-for": ip ?? `198.51.100.${++counter % 250}` });
  const name = () => `scout${++counter}`;
  const signUp = (body: object, headers: Record<string, string> = from()) =>
    open.post("/agent/signup", body, headers);
  const must = (body: object) => open.must<Signup>(201, signUp(body));
  const nameHuman = (id: string, email: string) =>
    open.post("/agent/human", { signup_id: id, human_email: email }, from());
  const verify = (id: string, code: string, headers = from()) =>
    open.post("/agent/verify", { signup_id: id, code }, headers);
  const code = async (human: { id: string }, address: string, nth = 1): Promise<string> => {
    const subjects = await eventually(async () => {
      const threads = (
        await t.api.get<PageOf<{ subject: string }>>(`/threads?identity_id=${human.id}&limit=200`)
      ).json;
      const found = threads.data.filter(({ subject }) => subject.endsWith(` is the code for ${address}`));
      return found.length >= nth ? found.map(({ subject }) => subject) : null;
    });
    // Newest first.
    return subjects[subjects.length - nth]!.slice(0, 6);
  };
  const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  return { open, from, name, signUp, must, nameHuman, verify, code, wrong };
}

export function refusal(answer: Answer): [number, string] {
  return [answer.status, (answer.json as Refusal).error.code];
}
