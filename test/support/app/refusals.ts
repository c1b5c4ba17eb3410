// What tests ask again and again: why a call was refused, what RCPT answers.

import { dialogue } from "../smtp/client.ts";
import type { Answer, Refusal } from "./api.ts";

/** Status and code of a refused call. */
export async function refusal(answer: Promise<Answer>): Promise<[status: number, code: string]> {
  const { status, json } = await answer;
  return [status, (json as Refusal).error.code];
}

/** Code and enhanced code of the reply to RCPT, such as `250 2.1.5`. */
export async function rcpt(port: number, address: string): Promise<string> {
  const talk = await dialogue(port);
  await talk.say("MAIL FROM:<writer@elsewhere.example>");
  const reply = await talk.say(`RCPT TO:<${address}>`);
  talk.close();
  return reply.slice(0, 9);
}
