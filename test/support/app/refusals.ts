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

/**
 * The text of a 404 without what its request says: the id or the field, and the call that lists such things. Two that are
 * equal so tell of nothing that is there. src/http/answers/not-there.ts
 */
export function saysNothing(text: string): string {
  const plain = text.replace(/\\"[^"]*\\"/g, "…");
  const forms = [
    /There is no [^.]*? that this key can reach\. GET [^"]*/,
    /(?:One of )?…[^.]*? names nothing that this key can reach\. GET [^"]*/,
    /There is nothing here that this key can reach\. Check the id, or list the resource to find it\./,
  ];
  return forms.reduce((said, form) => said.replace(form, "nothing"), plain);
}
