// Refusals of the API in the words of the shell: its calls are commands and its fields options. What the server says that is no
// call or field stays as it is.

import { isUuid } from "../../lib/ids.ts";
import { nearestEmail } from "../../lib/near-email.ts";
import { type PeerFault, peerMessage, peerRemedy, peerTrouble } from "../../lib/peer-trouble.ts";
import { withoutRight } from "../../lib/right-call.ts";
import { newestIn } from "../../mcp/newest-message.ts";
import { ApiError, ConnectionError, type Message, type Postroom } from "../../sdk/typescript/index.ts";
import { OtherCommand, WrongWord } from "../context.ts";
import { didYouMean, shellLine } from "../index.ts";

/** Options by the API's fields. */
const optionOfField: Readonly<Record<string, string>> = {
  q: "WORDS",
  send_at: "--at",
  identity_id: "--address",
  attachments: "--file",
  wait: "--seconds",
};
const sameNames = [
  "to",
  "cc",
  "bcc",
  "from",
  "subject",
  "text",
  "markdown",
  "ack",
  "begin",
  "lease",
  "after",
  "type",
  "address",
];

/** Commands by the API's calls, most specific first. */
const commandsOfCalls: readonly (readonly [RegExp, string])[] = [
  [/GET \/api\/v1\/messages\?thread_id=([0-9a-f-]{36})\S*/g, "postroom read $1"],
  [/GET \/api\/v1\/messages\?has_attachments=true/g, "postroom search has:attachment"],
  [/GET \/api\/v1\/threads\?identity_id=[0-9a-f-]{36}&label_id=[0-9a-f-]{36}/g, "postroom search label:NAME"],
  [/GET \/api\/v1\/(?:messages|threads)\?identity_id=([0-9a-f-]{36})\S*/g, "postroom inbox --address $1"],
  [/GET \/api\/v1\/messages\?identity_id=…/g, "postroom inbox"],
  [/GET \/api\/v1\/(?:messages|threads)\/([0-9a-f-]{36})/g, "postroom read $1"],
  [
    /GET \/api\/v1\/(?:drafts|reviews)\?identity_id=([0-9a-f-]{36})/g,
    `postroom tool list_drafts '{"address":"$1"}'`,
  ],
  [
    /GET \/api\/v1\/(?:reviews(?:\?identity_id=[0-9a-f-]+|\/[0-9a-f-]{36})?|drafts\?identity_id=…|drafts\/[0-9a-f-]{36})/g,
    `postroom tool list_drafts '{"address":"EMAIL"}'`,
  ],
  [/GET \/api\/v1\/identities\b(?!\/)/g, "postroom tool list_addresses"],
  [/GET \/api\/v1\/threads\b\S*/g, "postroom inbox"],
  [/GET \/api\/v1\/messages\/search\S*/g, "postroom search WORDS"],
];

/** Faults behind which a call may have been done. */
const lateFaults: readonly (PeerFault | undefined)[] = ["silent", "cut", undefined];

/** A server that was not reached, or gave no answer, by its address alone: the call says nothing to who typed a command. */
function unreached(error: ConnectionError): string {
  const [, origin = "the server"] = /(https?:\/\/[^/\s]+)/.exec(error.message) ?? [];
  const cause = error.cause ?? error;
  const remedy = peerRemedy(cause, "postroom login URL names another server.");
  if (!lateFaults.includes(peerTrouble(cause)?.fault))
    return `${origin} was not reached: ${peerMessage(cause)}. ${remedy}`;
  return `${origin} gave no answer: ${peerMessage(cause)}. The command may have been done: look, with postroom inbox or postroom search, before you repeat it. ${remedy}`;
}

/** Calls that no command makes, in the words of who can. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [
    /GET \/api\/v1\/suppressions\?email=\S{1,300} says why; DELETE \/api\/v1\/suppressions\/\{id\} ends it, where they want mail again\./,
    "Mail to them came back, or they or the owner want none: ask a person, who lifts it in the console where they want mail again.",
  ],
  [/, and GET \/api\/v1\/routing-rules those with "send_as"/, ""],
  [/, ("Ada <ada@example\.com>") or \{ "email": "ada@example\.com", "name": "Ada" \}/, " or $1"],
];

const listed = "as a list: ";

/** The message with options in place of what is no field: a header, and a list of recipients. */
function inOptions(message: string): string {
  const named = message.replace(/^Idempotency-Key/, "--once");
  const at = named.indexOf(`${listed}["`);
  const end = at === -1 ? -1 : named.indexOf('"]', at);
  if (end === -1) return named;
  const people = JSON.parse(named.slice(at + listed.length, end + 2)) as string[];
  return `${named.slice(0, at)}comma separated: ${people.join()}${named.slice(end + 2)}`;
}

/** The address of the draft or review that a refusal names, which lists it; null: none is named, or it cannot be read. */
async function addressOfNamed(message: string, client: Postroom | null): Promise<string | null> {
  const [, kind, id] = /GET \/api\/v1\/(drafts|reviews)\/([0-9a-f-]{36})/.exec(message) ?? [];
  if (client === null || id === undefined) return null;
  const read = kind === "drafts" ? client.drafts.get(id) : client.reviews.get(id);
  return read.then(
    (found) => found.identity_id,
    () => null,
  );
}

/** The refusal of a command, with the command as it is meant, where one of its words is wrong. */
export function withCommand(told: unknown, error: unknown, words: readonly string[]): unknown {
  if (error instanceof OtherCommand) return withLine(error, error.meant(words));
  const wrong = error instanceof WrongWord ? error : wrongWordOf(error, words);
  if (wrong === null || !(told instanceof Error)) return told;
  const { given, meant } = wrong;
  const places = words.flatMap((word, at) => (word === given || isValue(word, given) ? [at] : []));
  // The same text elsewhere, such as a recipient, is another word.
  const behind = (option: string) =>
    places.filter((at) => words[at - 1] === option || words[at]!.startsWith(`${option}=`));
  const own = behind("--address").length > 0 ? behind("--address") : behind("--from");
  const [at = 0, another] = places.length > 1 ? own : places;
  if (at < 1 || another !== undefined) return told;
  const right = words.map((word, index) => (index === at ? word.slice(0, -given.length) + meant : word));
  return withLine(told, right);
}

function withLine(told: Error, words: readonly string[] | null): Error {
  if (words !== null) told.message += didYouMean(shellLine(words));
  return told;
}

/** The refusal with the word that is meant, where the server knows it: a message of a thread, or an address that is misspelt. */
export async function meantError(
  error: unknown,
  words: readonly string[],
  client: Postroom | null,
): Promise<unknown> {
  if (!(error instanceof ApiError) || client === null) return error;
  const [, thread] =
    /^([0-9a-f-]{36}) is the id of a thread, and a message is meant/.exec(error.message) ?? [];
  const from = error.message.startsWith('Field "from" names no address')
    ? optionValue(words, "--from")
    : null;
  const [given, meant] =
    thread !== undefined
      ? [thread, await messageIn(client, thread, words[0] === "reply").catch(() => null)]
      : [from, from === null ? null : await addressLike(client, from).catch(() => null)];
  return given === null || meant === null ? error : new WrongWord(error.message, given, meant);
}

/** The newest message of a thread; to answer, the newest that came. */
async function messageIn(client: Postroom, thread: string, isAnswer: boolean): Promise<string | null> {
  const { newest, came } = await newestIn(client, thread, { isAnswered: isAnswer });
  return isAnswer ? came : newest;
}

/** A command with messages where its words name their thread: the newest that came is answered, and all that came are organized. Null: none came, or not all of them can be told. */
export async function withMessages(
  words: readonly string[],
  client: Postroom | null,
): Promise<string[] | null> {
  const [name, second = "", third = "", ...rest] = words;
  if (client === null) return [...words];
  const found = await messagesMeant(client, words).catch(() => null);
  if (found === null) return [...words];
  if (found.length === 0) return null;
  if (name === "reply") return ["reply", found[0]!, ...words.slice(2)];
  return ["tool", second, JSON.stringify({ ...JSON.parse(third), messages: found }), ...rest];
}

/** Null: the words name no thread in the place of a message. Empty: no message of it is meant. @throws ApiError */
async function messagesMeant(client: Postroom, words: readonly string[]): Promise<string[] | null> {
  const [name, second = "", third = "{}"] = words;
  if (name === "reply" && isUuid(second)) {
    const { came } = await newestIn(client, second, { isAnswered: true });
    return came === null ? [] : [came];
  }
  if (name !== "tool" || second !== "organize") return null;
  const { messages, folder } = JSON.parse(third) as { messages?: string[]; folder?: string };
  const [thread = "", another] = messages ?? [];
  if (another !== undefined || !isUuid(thread)) return null;
  const { data, has_more } = await client.messages.list({ thread_id: thread, limit: 100, view: "summary" });
  // A part of a thread would look like all of it.
  if (has_more) return [];
  const came = data.filter(({ direction }) => direction === "inbound");
  if (folder !== undefined) return movedOf(client, came, folder);
  // Mail that was filed as spam is another's.
  return came.every(({ is_spam: isSpam }) => isSpam === came[0]?.is_spam) ? came.map(({ id }) => id) : [];
}

/** Messages of a thread that a move of it means: what lies in the trash or in spam stays there, unless all of it does and is taken out. */
async function movedOf(client: Postroom, came: readonly Message[], folder: string): Promise<string[]> {
  const [first] = came;
  if (first === undefined || first.identity === null) return [];
  const times = came.map(({ created_at: at }) => Date.parse(at));
  const { data, has_more: isPart } = await client.messages.search({
    q: "in:trash",
    identity_id: first.identity,
    after: new Date(Math.min(...times)).toISOString(),
    before: new Date(Math.max(...times) + 1000).toISOString(),
    limit: 200,
  });
  if (isPart) return [];
  const there = new Set(data.map(({ id }) => id));
  const isOut = (one: Message) => !there.has(one.id) && !one.is_spam;
  const moved = came.filter(isOut);
  const taken = moved.length === 0 && folder === "inbox" ? came : moved;
  return taken.map(({ id }) => id);
}

async function addressLike(client: Postroom, email: string): Promise<string | null> {
  const { data } = await client.identities.list({ limit: 200 });
  return nearestEmail(
    email,
    data.map((one) => one.email),
  );
}

function optionValue(words: readonly string[], option: string): string | null {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  return words[at]?.split("=").slice(1).join("=") || words[at + 1] || null;
}

/** The word that the API refuses, and the one that is meant; null: none is. */
function wrongWordOf(error: unknown, words: readonly string[]): { given: string; meant: string } | null {
  if (!(error instanceof ApiError)) return null;
  const message = withoutRight(error.message);
  const [, least, most, number] =
    /must be a whole number from (\d+) to (\d+), not (\d+)\.$/.exec(message) ?? [];
  if (number !== undefined) return { given: number, meant: Number(number) > Number(most) ? most! : least! };
  const at = message.indexOf(before);
  const [, meant] = (at !== -1 && /^([^"]{1,320})"/.exec(message.slice(at + before.length))) || [];
  const values = words.map((word) => /^--[\w-]{1,40}=(.+)$/s.exec(word)?.[1] ?? word);
  const given = values.findLast(
    (value) => value.length > 1 && value !== meant && message.includes(JSON.stringify(value)),
  );
  return given === undefined || meant === undefined ? null : { given, meant };
}

const before = ' Did you mean "';

function isValue(word: string, value: string): boolean {
  return word.startsWith("--") && word.endsWith(`=${value}`);
}

/** The error as a shell's user reads it. */
export async function inShellWords(error: unknown, client: Postroom | null): Promise<unknown> {
  if (error instanceof ConnectionError) return new Error(unreached(error), { cause: error });
  if (!(error instanceof ApiError)) return error;
  const fields = inOptions(withoutRight(error.message)).replace(
    /(?:Field )?"(\w{1,40})(?:\/[^"\s]*)?"(?: in the (?:body|query))?/g,
    (whole, field) => optionOfField[field] ?? (sameNames.includes(field) ? `--${field}` : whole),
  );
  const text = [...plainer, ...commandsOfCalls].reduce(
    (said, [call, command]) => said.replace(call, command),
    fields,
  );
  const address = text.includes('"EMAIL"') ? await addressOfNamed(error.message, client) : null;
  return new Error(address === null ? text : text.replaceAll('"EMAIL"', `"${address}"`), { cause: error });
}
