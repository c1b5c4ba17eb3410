// The service's documentation: the OpenAPI document, the page made from it, and a short guide for agents (llms.txt).
import { Elysia } from "elysia";
import type { Html } from "../lib/html.ts";
import { docsPage } from "./openapi/page.ts";
import type { Document } from "./openapi/types.ts";
import { pageResponse } from "./page.ts";

/** @param document made when it is first asked for: all routes are there then */
export function docsRoutes(document: () => Document) {
  let text: string | null = null;
  let page: Html | null = null;
  return new Elysia({ normalize: false })
    .get("/openapi.json", () => {
      text ??= JSON.stringify(document());
      return new Response(text, { headers: { "content-type": "application/json;charset=utf-8" } });
    })
    .get("/", ({ redirect }) => redirect("/docs"))
    .get("/docs", () => {
      page ??= docsPage(document());
      return pageResponse(page, { title: "Postroom API" });
    })
    .get("/llms.txt", () => {
      const base = document().servers[0]?.url ?? "";
      return new Response(guide(base), { headers: { "content-type": "text/plain; charset=utf-8" } });
    });
}

/** In the form of llmstxt.org. */
function guide(base: string): string {
  const api = `${base}/api/v1`;
  const auth = `-H "authorization: Bearer $KEY"`;
  const json = `-H "content-type: application/json"`;
  return `# Postroom

> Email for software agents over REST. Base URL: ${api}. Every call but the three of agent signup takes \`Authorization: Bearer pr_…\`.

Answers: \`{ "data" }\`, pages \`{ "data", "has_more", "next_cursor" }\`, refusals \`{ "error": { "code", "message" } }\`: the message says what to do instead. Give \`Idempotency-Key\` with any POST that must not happen twice. On 429 wait for the seconds in \`Retry-After\`.

## No key yet

    curl ${api}/agent/signup ${json} -d '{"username":"scout","human_email":"ada@example.com"}'
    curl ${api}/agent/verify ${json} -d '{"signup_id":"…","code":"042042"}'

The human is mailed a six-digit code. Verify answers with \`sign_in_url\`: open it, press the button, mint a key.

## Main calls

Create an address (\`domain_id\`: GET /domains):

    curl ${api}/identities ${auth} ${json} -d '{"domain_id":"…","local_part":"support"}'

Find what came in, newest first, then read a conversation (\`reply_text\` is what was said, without quoted history):

    curl "${api}/threads?identity_id=…&limit=10" ${auth}
    curl "${api}/messages?thread_id=…" ${auth}

Send, or answer with \`in_reply_to\`:

    curl ${api}/messages ${auth} ${json} -d '{"from":"support@…","to":"ada@example.com","subject":"Hello","text":"Hi!","in_reply_to":null}'

Send a file in the same call (\`content\`: base64, 25 MB; \`to\`, \`cc\` and \`bcc\` also take \`{ "email", "name" }\`). \`attachment_ids\` sends files again that are stored here: the ids in \`attachments\` of a message or draft.

    curl ${api}/messages ${auth} ${json} -d '{"from":"support@…","to":"Ada <ada@example.com>","subject":"Invoice","text":"Here it is.","attachments":[{"filename":"invoice.pdf","content_type":"application/pdf","content":"JVBERi0xLjcK"}]}'

Draft, then send now or later (with \`in_reply_to_message_id\` recipients and subject are filled):

    curl ${api}/drafts ${auth} ${json} -d '{"identity_id":"…","to":["ada@example.com"],"subject":"Hello","text":"Hi!"}'
    curl -X POST ${api}/drafts/…/send ${auth}
    curl ${api}/drafts/…/schedule ${auth} ${json} -d '{"send_at":"2026-01-02T09:00:00Z"}'

Be told of mail: a webhook (signed as Standard Webhooks says; the secret is shown once), or the list of events without a public URL:

    curl ${api}/webhooks ${auth} ${json} -d '{"url":"https://example.com/hooks/mail","event_types":["message.received"]}'
    curl "${api}/events?type=message.received" ${auth}

Mint a key for a part of your addresses:

    curl ${api}/api-keys ${auth} ${json} -d '{"name":"billing","identity_ids":["…"]}'

## Reference

- [OpenAPI 3.1](${base}/openapi.json): every call, field, refusal and example
- [The same for people](${base}/docs)
- [Console](${base}/console): sign in as the human who owns an account
`;
}
