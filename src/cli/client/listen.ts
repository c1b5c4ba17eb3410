// Cli: `listen`: events, posted to a URL that this machine reaches, each signed as a webhook's call is. No public URL, no webhook and no
// setting of the server is needed: the events come over the stream, which goes on behind the last one when it is cut.
import { systemClock } from "../../lib/clock.ts";
import { Failure } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { parseNetworks } from "../../lib/networks.ts";
import type { Event, EventsStreamQuery, EventType, Postroom } from "../../sdk/typescript/index.ts";
import { parseWebhookUrl } from "../../webhooks/guard.ts";
import { createPoster, type Poster, type PostOutcome } from "../../webhooks/post.ts";
import { newWebhookSecret, signWebhook } from "../../webhooks/sign.ts";
import {
  type ClientCommand,
  CommandError,
  type Input,
  type Output,
  optionOf,
  WrongWord,
} from "../context.ts";
import { connect } from "./caller.ts";

/** The caller's own machine asks: it may name any address. */
const everywhere = "0.0.0.0/0,::/0";
const maxShownAnswer = 200;
/** Pauses before an event is posted again, milliseconds; then the next one follows. */
const pausesMs = [1000, 3000];

export const listen: ClientCommand = {
  name: "listen",
  usage: "--forward URL [--secret whsec_…] [--type KIND,…] [--after EVENT] [--json]",
  summary: "post each event to a URL of this machine, signed as a webhook's call is, and print the answer",
  options: [
    {
      name: "forward",
      value: "URL",
      summary: "where to post, such as http://localhost:4000/hook",
      required: true,
    },
    {
      name: "secret",
      value: "SECRET",
      summary: "sign with this webhook secret (default: a new one, which is printed)",
    },
    { name: "type", value: "KIND,…", summary: "these events alone, such as message.received" },
    { name: "after", value: "EVENT", summary: "begin behind the event with this id (default: from now on)" },
    { name: "json", summary: "print a line of JSON for each event" },
  ],
  positionals: [],
  examples: [
    "postroom listen --forward http://localhost:4000/hook",
    "postroom listen --forward http://localhost:4000/hook --type message.received,message.bounced --json",
  ],
  async runClient(input, print) {
    const url = forwardOf(input);
    const secret = secretOf(input);
    const client = connect();
    const ended = new AbortController();
    const end = () => ended.abort();
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, end);
    const poster = createPoster({ clock: systemClock, allowed: parseNetworks(everywhere) });
    const query = queryOf(input);
    // A place before anything is printed: what happens from then on is posted.
    const place = await placeOf(client, query);
    const told = input.options.json
      ? JSON.stringify({ forward: url, secret })
      : `Signed with ${secret}\nEvents from now on are posted to ${url}. Ctrl+C ends it.`;
    let last = query.cursor;
    try {
      print(told);
      for await (const event of client.events.stream(place, { signal: ended.signal })) {
        const again = (outcome: PostOutcome, pauseMs: number) => {
          if (!input.options.json) print(`${textLine(event, outcome)}; again in ${pauseMs / 1000} s`);
        };
        const outcome = await forward(poster, event, { url, secret, signal: ended.signal, again });
        // Ended meanwhile: whether the receiver has it is not known, so the next run begins with it.
        if (outcome.kind === "error" && ended.signal.aborted) break;
        last = event.id;
        print(input.options.json ? jsonLine(event, outcome) : textLine(event, outcome));
      }
    } finally {
      poster.close();
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, end);
    }
    return farewell(last, url);
  },
};

function farewell(last: string | undefined, url: string): Output {
  const stderr =
    last !== undefined ? `To go on behind the last: postroom listen --forward ${url} --after ${last}` : "";
  return { stdout: "", stderr, exitCode: 0 };
}

/** @throws CommandError */
function forwardOf(input: Input): string {
  const given = optionOf(input, "forward")!;
  try {
    return parseWebhookUrl(given).href;
  } catch (error) {
    const why = error instanceof Failure ? error.message : String(error);
    const told = `--forward ${given}: ${why} Such as: --forward http://localhost:4000/hook`;
    const isBare = /^[\w.-]+:\d{1,5}(?:\/\S*)?$/.test(given);
    throw isBare ? new WrongWord(told, given, `http://${given}`) : new CommandError(told);
  }
}

/** @throws CommandError */
function secretOf(input: Input): string {
  const secret = optionOf(input, "secret") ?? newWebhookSecret();
  try {
    signWebhook({ id: "", timestampSeconds: 0, body: "" }, [secret]);
  } catch {
    throw new CommandError(
      "--secret is no webhook secret: it begins with whsec_, and the rest is base64 of at least 24 bytes. Leave it out, and one is made.",
    );
  }
  return secret;
}

/** The stream's filter and place. @throws CommandError */
function queryOf(input: Input): EventsStreamQuery {
  const after = optionOf(input, "after");
  if (after !== undefined && !isUuid(after))
    throw new CommandError(`--after takes the id of an event, and not ${after}.`);
  const type = optionOf(input, "type")?.split(",") as EventType[] | undefined;
  return { ...(type && { type }), ...(after !== undefined && { cursor: after }) };
}

/** The query with a place: what was asked for, else the newest event. */
async function placeOf(client: Postroom, query: EventsStreamQuery): Promise<EventsStreamQuery> {
  if (query.cursor !== undefined) return query;
  const { next_cursor } = await client.events.list({ ...query, cursor: "now", limit: 1 });
  return { ...query, ...(next_cursor !== null && { cursor: next_cursor }) };
}

interface Forwarding {
  url: string;
  secret: string;
  signal: AbortSignal;
  /** Told before each further try. */
  again(outcome: PostOutcome, pauseMs: number): void;
}

/** Posts an event until it is taken, three times at most. */
async function forward(
  poster: Poster,
  event: Event,
  { url, secret, signal, again }: Forwarding,
): Promise<PostOutcome> {
  const body = JSON.stringify(event);
  for (let tries = 0; ; tries++) {
    const signed = { id: event.id, timestampSeconds: Math.floor(systemClock.now() / 1000), body };
    const headers = { "content-type": "application/json", ...signWebhook(signed, [secret]) };
    const outcome = await poster.post({ url, headers, body, signal });
    const pauseMs = pausesMs[tries];
    if (isTaken(outcome) || pauseMs === undefined || signal.aborted) return outcome;
    again(outcome, pauseMs);
    await Bun.sleep(pauseMs);
  }
}

function isTaken(outcome: PostOutcome): boolean {
  return outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300;
}

function jsonLine(event: Event, outcome: PostOutcome): string {
  const answer =
    outcome.kind === "response"
      ? { status: outcome.status, answer: outcome.body }
      : { status: null, error: outcome.error };
  return JSON.stringify({ event, ...answer });
}

function textLine({ id, type, created_at }: Event, outcome: PostOutcome): string {
  const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, maxShownAnswer);
  const came =
    outcome.kind === "error"
      ? `no answer: ${plain(outcome.error)}`
      : `${outcome.status} ${plain(outcome.body)}`.trimEnd();
  return `${created_at} ${type} ${id} -> ${came}`;
}
