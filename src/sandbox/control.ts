// The control of a world over HTTP, below /sandbox/ beside the service's own paths: time, who lives there, what came to whom, the
// log. It needs no key and answers programs on this machine alone: a page in a browser cannot use it.
import type { Static } from "@sinclair/typebox";
import { type Instant, instantOf, msOf, parseInstant, spanSeconds } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import { isLoopback } from "../lib/networks.ts";
import { canonicalAddress, parseAddress } from "../mail/address.ts";
import { fieldOf, mistakeIn } from "./mistakes.ts";
import type { Act, Resident } from "./resident.ts";
import { readyResident } from "./residents/ready.ts";
import { ResidentData, wholeResident } from "./residents/resident-data.ts";
import { bracketed, residentOf } from "./residents/resident-of.ts";
import { writeLetter } from "./residents/world-letter.ts";
import { maxMoveDays } from "./sandbox-settings.ts";
import { type InhabitedWorld, maxResidents, type StandingMail } from "./world.ts";
import type { WorldClock } from "./world-clock.ts";

export interface ControlDeps {
  world: InhabitedWorld;
  clock: WorldClock;
  /** Keeps how far time has come. */
  save(): void;
  /** A link that signs somebody in to the console. @param email in its canonical form */
  signIn(email: string): Promise<string>;
}

/** A refusal of the control. */
class ControlError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const maxBodyBytes = 40 * 1024 * 1024;
const maxMoveMs = maxMoveDays * 86_400_000;
const maxSpeed = 1_000_000;
const defaultCount = 1_000;
const maxCount = 10_000;

type Answer = unknown;
type Handler = (call: ControlCall) => Promise<Answer> | Answer;

interface ControlCall extends ControlDeps {
  params: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

const calls: readonly [method: string, path: RegExp, handler: Handler][] = [
  ["GET", /^\/sandbox\/clock$/, showClock],
  ["POST", /^\/sandbox\/clock$/, moveClock],
  ["GET", /^\/sandbox\/residents$/, listResidents],
  ["POST", /^\/sandbox\/residents$/, addResident],
  ["DELETE", /^\/sandbox\/residents\/([^/]+)$/, removeResident],
  ["POST", /^\/sandbox\/residents\/([^/]+)\/acts$/, act],
  ["GET", /^\/sandbox\/inboxes\/([^/]+)$/, showInbox],
  ["GET", /^\/sandbox\/log$/, showLog],
  ["GET", /^\/sandbox\/loops$/, showLoops],
  ["POST", /^\/sandbox\/reset$/, reset],
  ["POST", /^\/sandbox\/console-link$/, consoleLink],
];

/** @returns a handler of requests below /sandbox/; it answers null for all others */
export function createControl(
  deps: ControlDeps,
): (request: Request, client: { ip: string }) => Promise<Response> | null {
  return (request, { ip }) => {
    const url = new URL(request.url);
    if (url.pathname !== "/sandbox" && !url.pathname.startsWith("/sandbox/")) return null;
    return answered(deps, request, { url, ip });
  };
}

async function answered(
  deps: ControlDeps,
  request: Request,
  { url, ip }: { url: URL; ip: string },
): Promise<Response> {
  try {
    refuseStrangers(request, { url, ip });
    const at = calls.filter(([, path]) => path.test(url.pathname));
    if (at.length === 0) throw new ControlError(404, "There is no such call. GET /sandbox/clock is one.");
    const found = at.find(([method]) => method === request.method);
    if (!found)
      throw new ControlError(405, `Use ${at.map(([method]) => method).join(" or ")} with this path.`);
    const [, path, handler] = found;
    const params = (path.exec(url.pathname) ?? []).slice(1).map(decodeURIComponent);
    const body = await bodyOf(request);
    const answer = await handler({ ...deps, params, query: url.searchParams, body });
    return Response.json(answer);
  } catch (error) {
    const status = error instanceof ControlError ? error.status : error instanceof URIError ? 400 : 500;
    return Response.json({ error: { message: messageOf(error) } }, { status });
  }
}

/** A page of another site, and a name that it made lead here, could move the world. */
function refuseStrangers(request: Request, { url, ip }: { url: URL; ip: string }): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isNear = host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
  if (!isLoopback(ip) || !isNear || request.headers.has("origin"))
    throw new ControlError(403, "Only programs on this machine control the world. Ask at http://localhost.");
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method !== "POST") return {};
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes)
    throw new ControlError(413, `The body may have ${maxBodyBytes} octets at most.`);
  const text = await request.text();
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>;
  } catch {}
  throw new ControlError(422, "The body is no JSON object.");
}

function showClock({ clock }: ControlCall): Answer {
  const { speed, nextMs } = clock;
  const now: Instant = instantOf(clock.now());
  return { now, speed: speed === 0 ? "stand" : speed, next: nextMs === null ? null : instantOf(nextMs) };
}

async function moveClock(call: ControlCall): Promise<Answer> {
  const { world, clock, body } = call;
  only(body, "advance", "to", "speed");
  if (body.speed !== undefined) clock.setSpeed(speedOf(body.speed));
  const untilMs = untilOf(call);
  const before = world.loops.count;
  const ran = untilMs === null ? 0 : await clock.moveTo(untilMs);
  call.save();
  return { ...(showClock(call) as object), ran, loops: world.loops.after(before) };
}

function untilOf({ clock, body: { advance, to } }: ControlCall): number | null {
  if (advance !== undefined && to !== undefined)
    throw new ControlError(422, 'Send "advance" or "to", not both.');
  const nowMs = clock.now();
  let untilMs: number | null = null;
  if (advance !== undefined) {
    const seconds = typeof advance === "string" ? spanSeconds(advance) : null;
    if (seconds === null)
      throw new ControlError(422, '"advance" is a span such as "30s", "15m", "4h" or "3d".');
    untilMs = nowMs + seconds * 1000;
  }
  if (to !== undefined) {
    const instant = typeof to === "string" ? parseInstant(to) : null;
    if (instant === null) throw new ControlError(422, '"to" is a time such as "2026-01-06T09:00:00Z".');
    untilMs = msOf(instant);
    if (untilMs < nowMs)
      throw new ControlError(422, `Time does not go back: it is ${instantOf(nowMs)}. Start another sandbox.`);
  }
  if (untilMs !== null && untilMs - nowMs > maxMoveMs)
    throw new ControlError(422, "One call moves time by ten years at most.");
  return untilMs;
}

/** @throws ControlError */
function speedOf(value: unknown): number {
  if (value === "stand") return 0;
  if (typeof value === "number" && value > 0 && value <= maxSpeed) return value;
  throw new ControlError(422, `A speed is "stand", or a number above 0 and up to ${maxSpeed}.`);
}

function listResidents({ world }: ControlCall): Answer {
  return { data: world.residents.map(shownResident) };
}

function shownResident({ address, name, kind }: Resident) {
  return { address, name, kind };
}

function addResident({ world, body }: ControlCall): Answer {
  const resident = residentOf(residentData(body));
  if (world.residents.length >= maxResidents && !world.residentAt(resident.address))
    throw new ControlError(422, `A world has ${maxResidents} residents at most.`);
  world.join(resident);
  return shownResident(resident);
}

function removeResident({ world, params: [address = ""] }: ControlCall): Answer {
  if (!world.leave(address)) throw new ControlError(404, `Nobody is known at ${address}.`);
  return { address, left: true };
}

/** Data of a new resident: a ready one, by {"ready": address}, or one described; without more a person who answers nothing. */
function residentData(body: Record<string, unknown>): ResidentData {
  if (body.ready !== undefined) {
    only(body, "ready");
    const ready = readyResident(textOf(body, "ready", 320));
    if (ready === null) throw new ControlError(422, "Nobody who is ready has this address.");
    return ready;
  }
  const mistake = mistakeIn(ResidentData, body);
  if (mistake !== null)
    throw new ControlError(422, `${fieldOf(mistake.path, "the body")}: ${mistake.reason}.`);
  return wholeResident(body as Static<typeof ResidentData>);
}

/** A person who answers nothing. */
function plainResident(address: string): Resident {
  return { address, name: address, kind: "person", react: () => [] };
}

/** Lets somebody write a mail, or begin what it begins by itself. */
async function act(call: ControlCall): Promise<Answer> {
  const { world, clock, body } = call;
  const address = call.params[0] ?? "";
  if (parseAddress(address) === null) throw new ControlError(422, "The path names no mail address.");
  only(body, "to", "subject", "text", "html", "in_reply_to", "after", "begin");
  const to = textOf(body, "to", 320);
  if (parseAddress(to) === null) throw new ControlError(422, '"to" is no mail address.');
  const resident = world.residentAt(address) ?? plainResident(address);
  const acts = body.begin === true ? begun(resident, to, world) : [written(call, resident, to)];
  world.plan(resident, acts);
  // Acts that are due now have been done when the call answers.
  await clock.moveTo(clock.now());
  return { planned: acts.length };
}

function begun(resident: Resident, to: string, world: InhabitedWorld): Act[] {
  if (!resident.begin) throw new ControlError(422, `${resident.address} begins nothing by itself.`);
  return resident.begin({ address: to }, world.view);
}

function written({ world, clock, body }: ControlCall, resident: Resident, to: string): Act {
  const after = body.after === undefined ? 0 : spanSeconds(textOf(body, "after", 20));
  if (after === null) throw new ControlError(422, '"after" is a span such as "30s", "15m", "4h" or "3d".');
  const { view, domains } = world;
  const id = Array.from({ length: 20 }, () => view.random(36).toString(36)).join("");
  const host = domains.domain(
    resident.address.slice(resident.address.lastIndexOf("@") + 1).toLowerCase(),
  ).name;
  const answered = body.in_reply_to === undefined ? null : textOf(body, "in_reply_to", 998);
  const raw = writeLetter({
    from: { email: resident.address, name: resident.name },
    to: [{ email: to }],
    subject: body.subject === undefined ? "" : textOf(body, "subject", 500),
    text: textOf(body, "text", 20_000_000),
    html: body.html === undefined ? null : textOf(body, "html", 20_000_000),
    ...(answered === null ? {} : { inReplyTo: bracketed(answered), references: [bracketed(answered)] }),
    messageId: `<${id}@${host}>`,
    dateMs: clock.now() + after * 1000,
  });
  return { afterMs: after * 1000, envelopeFrom: resident.address, recipients: [to], raw };
}

async function showInbox({ world, clock, params: [address = ""], query }: ControlCall): Promise<Answer> {
  await clock.moveTo(clock.now());
  const withRaw = query.get("raw") === "true";
  return { data: world.inbox(address).map((standing) => shownMail(standing, withRaw)) };
}

function shownMail({ n, at, mail }: StandingMail, withRaw: boolean) {
  return {
    n,
    at,
    envelope_from: mail.envelopeFrom,
    recipient: mail.recipient,
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    message_id: mail.messageId,
    references: mail.references,
    headers: Object.fromEntries(mail.headers),
    calendar: mail.calendar,
    ...(withRaw ? { raw: Buffer.from(mail.raw).toString("base64") } : {}),
  };
}

async function showLog({ world, clock, query }: ControlCall): Promise<Answer> {
  await clock.moveTo(clock.now());
  const after = numberOf(query, "after", { least: 0, most: Number.MAX_SAFE_INTEGER, usual: 0 });
  const count = numberOf(query, "count", { least: 1, most: maxCount, usual: defaultCount });
  return { data: world.events.after(after, count) };
}

async function showLoops({ world, clock }: ControlCall): Promise<Answer> {
  await clock.moveTo(clock.now());
  return { data: world.loops.after(0) };
}

async function reset({ world, clock }: ControlCall): Promise<Answer> {
  await clock.moveTo(clock.now());
  world.reset();
  return { reset: true };
}

/** As the command console-link, which reaches no sandbox. */
async function consoleLink({ body, signIn }: ControlCall): Promise<Answer> {
  only(body, "email");
  const email = canonicalAddress(textOf(body, "email", 320));
  if (email === null) throw new ControlError(422, '"email" is no mail address.');
  return { url: await signIn(email) };
}

function numberOf(
  query: URLSearchParams,
  name: string,
  { least, most, usual }: { least: number; most: number; usual: number },
): number {
  const text = query.get(name);
  if (text === null) return usual;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new ControlError(422, `"${name}" is a number from ${least} to ${most}.`);
  return number;
}

function textOf(body: Record<string, unknown>, name: string, most: number): string {
  const value = body[name];
  if (typeof value !== "string") throw new ControlError(422, `"${name}" is missing, or no text.`);
  if (value.length > most) throw new ControlError(422, `"${name}" has more than ${most} characters.`);
  return value;
}

/** @throws ControlError for a field that the call does not take */
function only(body: Record<string, unknown>, ...names: string[]): void {
  const stray = Object.keys(body).find((name) => !names.includes(name));
  if (stray !== undefined)
    throw new ControlError(422, `Unknown field "${stray}". Known are: ${names.join(", ")}.`);
}
