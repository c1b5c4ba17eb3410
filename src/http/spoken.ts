// Names and times in a request, before its shapes are checked: an email or a name in the place of an id, and a date or
// `tomorrow 9:00` in the place of a moment, in the zone of the address's calendar. What stays as it is, its schema judges.
import type { TSchema } from "@sinclair/typebox";
import { bareEmail } from "../lib/bare-email.ts";
import { instantOf } from "../lib/clock.ts";
import { isUuid } from "../lib/ids.ts";
import { formatDate, formatLocal } from "../lib/local-time.ts";
import { isWrittenMoment, spokenTime } from "../lib/spoken-time.ts";
import { zoneName } from "../lib/zones.ts";
import { parseAddress } from "../mail/address.ts";
import { isSender } from "../schema/message/addressees.ts";
import { maxMessages } from "../schema/message/message-sending.ts";
import { findIdentityByAddress, getIdentity } from "../store/addresses/identities.ts";
import { zoneOfCalendar } from "../store/calendar/calendar-events.ts";
import { getDraft } from "../store/drafts.ts";
import { getThread } from "../store/mailbox/threads.ts";
import { getMessageRow } from "../store/message/messages.ts";
import { type Auth, authOf, type HttpDeps, setSaid } from "./context.ts";
import { idOfName, type NamedKind, namedFields } from "./named.ts";

type SpokenPlace = "path" | "query" | "body";
type SpokenFields = Record<string, unknown>;

/** A call, as far as names and times go. */
interface SpokenCall {
  path: string;
  query?: TSchema;
  body?: TSchema;
  access?: "anyone";
}

/** An address to write from, whose field holds an email. */
type SenderKind = "sender";
type TimeKind = "moment" | "past moment" | "wall clock";

interface Spoken {
  place: SpokenPlace;
  name: string;
  kind: NamedKind | SenderKind | TimeKind;
}

/** Fields that bound a span: a day alone says its beginning there. */
const bounds = ["after", "before"];

/** Segments of a path before what they name. */
const ofPath: Readonly<Record<string, NamedKind>> = {
  identities: "address",
  labels: "label",
  pods: "pod",
  domains: "domain",
};
/** SpokenFields of a call that may be said; addresses first, as labels and zones are those of one. */
function spokenOf({ path, query, body }: SpokenCall): Spoken[] {
  const found: Spoken[] = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const kind = ofPath[segments[index - 1] ?? ""];
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (kind && name !== undefined) found.push({ place: "path", name, kind });
  }
  for (const [place, schema] of [
    ["query", query],
    ["body", body],
  ] as const) {
    for (const [name, one] of Object.entries((schema?.properties ?? {}) as Record<string, TSchema>)) {
      const kind = namedFields[name] ?? (isSender(one) ? "sender" : kindOfTime(name, one, path));
      if (kind) found.push({ place, name, kind });
    }
  }
  return found.sort((one, other) => rankOf(one) - rankOf(other));
}

function isTime(kind: Spoken["kind"]): kind is TimeKind {
  return kind.endsWith("moment") || kind === "wall clock";
}

function rankOf({ kind }: Spoken): number {
  return kind === "address" || kind === "sender" ? 0 : isTime(kind) ? 2 : 1;
}

function kindOfTime(name: string, schema: TSchema, path: string): Spoken["kind"] | undefined {
  const forms: TSchema[] = schema.anyOf ?? [schema];
  if (forms.some(({ format }) => format === "date-time"))
    return bounds.includes(name) && !path.includes("/calendar") ? "past moment" : "moment";
  return (name === "start" || name === "end") && path.includes("/calendar/") ? "wall clock" : undefined;
}

interface Heard {
  request: Request;
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Replaces names and times in a request by what they mean. */
export type Listener = (heard: Heard) => Promise<void>;

/** Replaces what is said in a request; null: nothing of the call can be. */
export function listener(deps: HttpDeps, call: SpokenCall): Listener | null {
  if (call.access === "anyone") return null;
  const spoken = spokenOf(call);
  const list = call.body?.properties?.messages as TSchema | undefined;
  const spokenOfPart = list ? spokenOf({ path: call.path, body: list.items as TSchema }) : [];
  if (spoken.length === 0 && spokenOfPart.length === 0) return null;
  const hear = async (request: Request, places: SpokenPlaces, all: readonly Spoken[], part?: number) => {
    const said = all.filter((one) => isSaid(saidIn(places, one), one.kind));
    if (said.length > 0) await understand(deps, request, { call, places, said, part });
  };
  return async ({ request, params, query, body }) => {
    await hear(request, { path: params, query, body }, spoken);
    for (const [part, each] of partsOf(body).entries())
      await hear(request, { path: params, query, body: each }, spokenOfPart, part);
  };
}

/** The messages of a call that sends several. */
function partsOf(body: unknown): readonly unknown[] {
  const { messages } = (body ?? {}) as SpokenFields;
  return Array.isArray(messages) ? messages.slice(0, maxMessages) : [];
}

type SpokenPlaces = Record<SpokenPlace, unknown>;

function saidIn(places: SpokenPlaces, { place, name }: Spoken): unknown {
  const values = places[place];
  return typeof values === "object" && values !== null ? (values as SpokenFields)[name] : undefined;
}

/** A moment or a wall clock as the API writes it. */
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
const writtenDate = /^\d{4}-\d\d-\d\d$/;

function isSaid(value: unknown, kind: Spoken["kind"]): boolean {
  if (Array.isArray(value)) return value.some((one) => isSaid(one, kind));
  if (typeof value !== "string") return false;
  if (kind.endsWith("moment")) return !isWrittenMoment(value);
  if (kind === "wall clock") return !written.test(value) && !writtenDate.test(value);
  if (kind === "sender") return !value.includes("@");
  return !isUuid(value.toLowerCase());
}

interface Understood {
  call: Pick<SpokenCall, "path">;
  places: SpokenPlaces;
  said: readonly Spoken[];
  /** The place of the message that is read, in a call that sends several. */
  part?: number | undefined;
}

async function understand(
  deps: HttpDeps,
  request: Request,
  { call, places, said, part }: Understood,
): Promise<void> {
  const auth = authOf(request);
  const before: SpokenFields = {};
  let zone: string | null = null;
  for (const one of said) {
    const values = places[one.place] as SpokenFields;
    const value = values[one.name];
    const name = part === undefined ? one.name : `messages/${part}/${one.name}`;
    const field = one.place === "path" ? `"${one.name}" in the path` : `Field "${name}"`;
    if (isTime(one.kind)) {
      zone ??= await zoneOf(deps, auth, { call, places });
      values[one.name] = timeOf(String(value), { one, zone, deps, places });
    } else if (one.kind === "sender") {
      values[one.name] = await emailOf(deps, auth, { text: String(value), field });
    } else {
      const { kind } = one;
      const identityId = kind === "label" ? await addressOf(deps, auth, { call, places }) : undefined;
      const idOf = async (text: unknown) =>
        typeof text === "string"
          ? ((await idOfName(deps, auth, { kind, text, field, identityId })) ?? text)
          : text;
      values[one.name] = Array.isArray(value)
        ? await Promise.all(value.slice(0, maxNames).map(idOf))
        : await idOf(value);
    }
    if (one.place === "body" && values[one.name] !== value) before[one.name] = value;
  }
  if (Object.keys(before).length > 0) setSaid(request, before, part);
}

/** The email of the address that an id or a name means; the text itself where it means none. */
async function emailOf(
  { database }: HttpDeps,
  auth: Auth,
  { text, field }: { text: string; field: string },
): Promise<string> {
  const given = text.trim().toLowerCase();
  const id = isUuid(given) ? given : await idOfName({ database }, auth, { kind: "address", text, field });
  const found = id === null ? null : await getIdentity(database, auth, id);
  return found === null ? text : `${found.localPart}@${found.domain}`;
}

/** Names in one list; longer ones are refused by their schemas or are ids. */
const maxNames = 1000;

function timeOf(
  text: string,
  {
    one: { kind, name },
    zone,
    deps,
    places,
  }: { one: Spoken; zone: string; deps: HttpDeps; places: SpokenPlaces },
): string {
  const now = Math.floor(deps.clock.now() / 1000);
  const time = spokenTime(text, {
    zone,
    now,
    daysAlone: bounds.includes(name),
    isPast: kind === "past moment",
  });
  if (time === null) return text;
  if (kind !== "wall clock") return instantOf(time.at * 1000);
  // The event has its zone in a field of its own.
  if (time.hasZone) return text;
  const { all_day: isDay } = places.body as SpokenFields;
  if (isDay === true) return formatDate(time.local);
  return time.hasClock ? formatLocal(time.local) : text;
}

/** The zone that a body names, else that of the calendar of the address that the call is about, else UTC. */
async function zoneOf(
  deps: HttpDeps,
  auth: Auth,
  about: { call: Pick<SpokenCall, "path">; places: SpokenPlaces },
): Promise<string> {
  const { timezone } = (about.places.body ?? {}) as SpokenFields;
  const named = typeof timezone === "string" ? zoneName(timezone) : null;
  if (named !== null) return named;
  const identityId = await addressOf(deps, auth, about);
  return identityId === undefined ? "UTC" : zoneOfCalendar(deps.database, auth.accountId, identityId);
}

/** The id of the address that a call is about, as far as it says so; of a key with one address alone, that one. */
async function addressOf(
  { database }: HttpDeps,
  auth: Auth,
  { call, places }: { call: Pick<SpokenCall, "path">; places: SpokenPlaces },
): Promise<string | undefined> {
  const { path, query, body } = places as Record<SpokenPlace, SpokenFields | undefined>;
  const id = typeof path?.id === "string" ? path.id.toLowerCase() : "";
  const room = call.path.split("/")[1];
  if (room === "identities") return isUuid(id) ? id : undefined;
  if (room === "drafts" && isUuid(id))
    return (await getDraft(database, auth, id))?.row.identityId ?? undefined;
  if (room === "threads" && isUuid(id)) return (await getThread(database, auth, id))?.identityId;
  const named = query?.identity_id ?? body?.identity_id;
  if (typeof named === "string" && isUuid(named)) return named;
  const ids = body?.ids;
  if (Array.isArray(ids) && typeof ids[0] === "string" && isUuid(ids[0]))
    return (await getMessageRow(database, auth, ids[0]))?.identityId ?? undefined;
  const email = body?.from ?? body?.address;
  const address = typeof email === "string" ? parseAddress(bareEmail(email).toLowerCase()) : null;
  if (address) return (await findIdentityByAddress(database, auth, address))?.id;
  return auth.identityIds?.length === 1 ? auth.identityIds[0] : undefined;
}
