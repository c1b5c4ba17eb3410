// Calls that another one does: a field of theirs is a call of its own here, such as the time of a draft. DECISIONS Errors
import { bareEmail } from "../../lib/bare-email.ts";
import { snakeName } from "../../lib/nearest.ts";
import { parseAddress } from "../../mail/address.ts";
import { type BodyFields, isFields } from "../meant-body.ts";
import type { MeantCall } from "./whole-call.ts";

interface OtherCall {
  call: MeantCall;
  body: BodyFields;
}

const notLeaving = ["draft", "is_draft", "save_as_draft"];
const times = ["send_at", "scheduled_at", "schedule_at", "scheduled_for", "at"];
const labels = ["label", "labels", "label_id", "label_ids", "tag", "tags", "add_labels"];

/** The call that does what the body of another one asks for; null: none is plain. */
export function otherCall({ method, path }: MeantCall, body: unknown): OtherCall | null {
  if (!isFields(body)) return null;
  const names = Object.keys(body);
  const [name = "", another] = names;
  const only = another === undefined ? snakeName(name) : "";
  if (method === "POST" && path === "/api/v1/messages") return asDraft(body);
  if (method === "PATCH" && /^\/api\/v1\/drafts\/[^/]+$/.test(path) && times.includes(only))
    return { call: { method: "POST", path: `${path}/schedule` }, body: { send_at: body[name] } };
  const [label, more] = [body[name]].flat();
  const [, message] = /^\/api\/v1\/messages\/([^/]+)$/.exec(path) ?? [];
  if (method === "PATCH" && message !== undefined) return ofLabels(message, body);
  const [, thread = "", below] = /^(\/api\/v1\/threads\/[^/]+)(\/labels)?$/.exec(path) ?? [];
  const isLabel = labels.includes(only) || (below !== undefined && only === "name");
  if (method === (below === undefined ? "PATCH" : "POST") && thread !== "" && isLabel)
    return more !== undefined || typeof label !== "string" || /^\.{0,2}$/.test(label)
      ? null
      : { call: { method: "PUT", path: `${thread}/labels/${encodeURIComponent(label)}` }, body: {} };
  return null;
}

/** A change of one message's labels, which the call that changes several makes. */
function ofLabels(id: string, body: BodyFields): OtherCall | null {
  const others = Object.keys(body).filter((name) => !["add_label_ids", "remove_label_ids"].includes(name));
  const [name, another] = others.filter((one) => labels.includes(snakeName(one)));
  const [label, more] = name === undefined ? [] : [body[name]].flat();
  // Several may be all that it is to have.
  if (another !== undefined || more !== undefined || (name === undefined && !isOfLabels(body))) return null;
  if (name !== undefined && (typeof label !== "string" || isOfLabels(body))) return null;
  const rest = Object.fromEntries(Object.entries(body).filter(([one]) => one !== name));
  return {
    call: { method: "PATCH", path: "/api/v1/messages" },
    body: { ids: [id], ...rest, ...(name !== undefined && { add_label_ids: [label] }) },
  };
}

const isOfLabels = (body: BodyFields) =>
  body.add_label_ids !== undefined || body.remove_label_ids !== undefined;

/** A mail that is not to leave, as a draft of the address that writes it. */
function asDraft(body: BodyFields): OtherCall | null {
  const said = Object.keys(body).filter((name) => notLeaving.includes(snakeName(name)));
  if (said.length !== 1 || body[said[0]!] !== true || typeof body.from !== "string") return null;
  const { [said[0]!]: _, from, in_reply_to: answered, ...others } = body;
  const answer = answered == null ? {} : { in_reply_to_message_id: answered };
  const written = from.trim();
  const email = bareEmail(written);
  return parseAddress(email.toLowerCase()) === null
    ? null
    : {
        call: { method: "POST", path: "/api/v1/drafts" },
        body: { identity_id: email, ...(email === written ? {} : { from }), ...others, ...answer },
      };
}
