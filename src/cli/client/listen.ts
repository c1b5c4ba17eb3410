// Cli: `listen`: webhooks without a public URL. It follows the event stream and posts each event to a program of this machine,
// signed as a webhook would be, and shows what came back.
import { type Clock, systemClock } from "../../lib/clock.ts";
import { messageOf } from "../../lib/failure.ts";
import { parseNetworks } from "../../lib/networks.ts";
import type { Event } from "../../sdk/typescript/index.ts";
import { parseWebhookUrl } from "../../webhooks/guard.ts";
import { createPoster, type Poster, type PostOutcome } from "../../webhooks/post.ts";
import { newWebhookSecret, signWebhook } from "../../webhooks/sign.ts";
import { type ClientCommand, CommandError, type Input, ok, optionOf } from "../context.ts";
import { connect } from "./mail.ts";

/** Pauses before an event is posted again, milliseconds; then the next one follows. */
const pausesMs = [1000, 3000];

export const listen: ClientCommand = {
  name: "listen",
  usage: "--forward URL [--type KIND] [--after EVENT] [--secret SECRET] [--json]",
  summary: "post each event to a program of this machine, signed as a webhook; needs no public URL",
  options: [
    { name: "forward", value: "URL", summary: "where your program listens", required: true },
    { name: "type", value: "KIND", summary: "only these events, such as message.received" },
    { name: "after", value: "EVENT", summary: "begin behind the event with this id (default: from now on)" },
    { name: "secret", value: "SECRET", summary: "sign with this (default: a new one, which is printed)" },
    { name: "json", summary: "print each event and what came back as a line of JSON" },
  ],
  positionals: [],
  examples: ["postroom listen --forward http://localhost:4000/hook --type message.received"],
  async runClient(input, print) {
    const url = urlOf(input);
    const secret = secretOf(input);
    const client = connect();
    const [type, cursor] = [optionOf(input, "type"), optionOf(input, "after")];
    const query = {
      ...(type === undefined ? {} : { type: type as Event["type"] }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    // The person names their own program: no network is closed.
    const poster = createPoster({ clock: systemClock, allowed: parseNetworks("0.0.0.0/0,::/0") });
    if (!input.options.json) {
      print(`Signed with ${secret}`);
      print(`Events from now on are posted to ${url}. Ctrl+C ends it.`);
    }
    for await (const event of client.events.stream(query)) {
      const outcome = await posted(poster, { event, url, secret, clock: systemClock });
      print(input.options.json ? JSON.stringify({ event, outcome }) : lineOf(event, outcome));
    }
    return ok("");
  },
};

function urlOf(input: Input): string {
  const text = optionOf(input, "forward") ?? "";
  try {
    return parseWebhookUrl(text).href;
  } catch (error) {
    throw new CommandError(`--forward ${text}: ${messageOf(error)}`);
  }
}

function secretOf(input: Input): string {
  const given = optionOf(input, "secret");
  if (given === undefined) return newWebhookSecret();
  if (/^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/.test(given)) return given;
  throw new CommandError("--secret takes whsec_ and base64 of at least 24 bytes, as webhooks have it.");
}

interface ForwardedEvent {
  event: Event;
  url: string;
  secret: string;
  clock: Clock;
}

/** Posts an event until it is taken, three times at most. */
async function posted(poster: Poster, { event, url, secret, clock }: ForwardedEvent): Promise<PostOutcome> {
  const body = JSON.stringify(event);
  for (let tries = 0; ; tries++) {
    const signed = { id: event.id, timestampSeconds: clock.now() / 1000, body };
    const headers = { "content-type": "application/json", ...signWebhook(signed, [secret]) };
    const outcome = await poster.post({ url, headers, body });
    const pause = pausesMs[tries];
    if (isTaken(outcome) || pause === undefined) return outcome;
    await Bun.sleep(pause);
  }
}

function isTaken(outcome: PostOutcome): boolean {
  return outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300;
}

function lineOf({ created_at, type, id }: Event, outcome: PostOutcome): string {
  const answer =
    outcome.kind === "response" ? `${outcome.status} ${printable(outcome.body)}` : `failed: ${outcome.error}`;
  return `${created_at} ${type} ${id} -> ${answer}`.trimEnd();
}

const maxShown = 200;

/** The beginning of a body, in one line and without what a terminal would obey. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, maxShown);
}
