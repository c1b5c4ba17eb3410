// Calls on drafts, and what they answer.
import type { PageOf, Refusal } from "../app/api.ts";
import type { SuiteApp } from "../app/app.ts";

export interface Draft {
  id: string;
  identity_id: string;
  thread_id: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string | null;
  text: string | null;
  html: string | null;
  in_reply_to_message_id: string | null;
  attachments: { id: string; filename: string; content_type: string; size: number; downloadable: boolean }[];
  status: string;
  send_at: string | null;
  failed_reason: string | null;
  created_at: string;
  updated_at: string;
}

export const draftFields = [
  "attachments",
  "bcc",
  "cc",
  "created_at",
  "failed_reason",
  "from",
  "html",
  "id",
  "identity_id",
  "in_reply_to_message_id",
  "send_at",
  "status",
  "subject",
  "text",
  "thread_id",
  "to",
  "updated_at",
];

export const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

export function client(t: SuiteApp) {
  const create = (body: object, api = t.api) => api.must<Draft>(201, api.post("/drafts", body));
  const get = (id: string) => t.api.must<Draft>(200, t.api.get(`/drafts/${id}`));
  const patch = (id: string, body: object) => t.api.must<Draft>(200, t.api.patch(`/drafts/${id}`, body));
  const list = async (identityId: string, query = "") =>
    (await t.api.get<PageOf<Draft>>(`/drafts?identity_id=${identityId}${query}`)).json;
  const upload = async (draftId: string, name: string, bytes: string) => {
    const form = new FormData();
    form.set("draft_id", draftId);
    form.set("file", new File([bytes], name, { type: "text/plain" }));
    const response = await fetch(`${t.api.base}/api/v1/attachments`, {
      method: "POST",
      headers: { authorization: `Bearer ${t.api.key}` },
      body: form,
    });
    return { status: response.status, json: (await response.json()) as { data: Draft["attachments"][0] } };
  };
  const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await answer;
    return [status, (json as Refusal).error.code];
  };
  return { create, get, patch, list, upload, refused };
}
