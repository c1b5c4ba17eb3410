// Rows of tenancy-table.ts: calls that wait for mail, find something in it and answer it.

export const mailCalls = {
  "POST /api/v1/messages/wait": {
    takes: { identity_id: "identity", thread_id: "thread", label_id: "label" },
    with: { wait: 0 },
    works: 200,
  },
  "GET /api/v1/messages/{id}/codes": { takes: { id: "message" }, works: 200 },
  "POST /api/v1/messages/{id}/drafts": {
    takes: { id: "message", attachment_ids: "attachment" },
    with: { kind: "forward" },
    works: 201,
  },
  "GET /api/v1/attachments/{id}/link": { takes: { id: "attachment" }, works: 200 },
  "GET /api/v1/attachments/{id}/text": { takes: { id: "attachment" }, works: 200 },
} as const;
