// The service's documentation: the OpenAPI document, the page made from it, and a short guide for agents (llms.txt).
import { Elysia } from "elysia";
import type { Clock } from "../lib/clock.ts";
import { type ServedText, servedText } from "./answers/served-text.ts";
import { withAlternatives } from "./openapi/alternatives.ts";
import { exampleSendAt } from "./openapi/operation.ts";
import { docsPage } from "./openapi/page.ts";
import { callLine, type Recipe, recipesOf } from "./openapi/recipes.ts";
import { searchScript } from "./openapi/search-script.ts";
import { callLines, fullText } from "./openapi/text.ts";
import type { Document } from "./openapi/types.ts";
import { retryTimes, verification } from "./openapi/verification.ts";
import { iconPath, iconSvg } from "./pages/mark.ts";
import { pageOf } from "./pages/page.ts";
import { pageScript, pageScriptPath } from "./pages/page-script.ts";
import { sdkPackages } from "./sdk/packages.ts";

const plainText = { "content-type": "text/plain; charset=utf-8" };

/** @param document made when it is first asked for: all routes are there then */
export function docsRoutes(document: () => Document, clock: Clock) {
  const recipes = recipesOf(exampleSendAt(clock));
  const base = () => document().servers[0]?.url ?? "";
  const texts = new Map<string, ServedText>();
  const served = (path: string, make: () => ServedText) => {
    return ({ request }: { request: Request }) => {
      const known = texts.get(path) ?? make();
      texts.set(path, known);
      return known.answer(request);
    };
  };
  const json = { "content-type": "application/json;charset=utf-8" };
  const script = { "content-type": "text/javascript; charset=utf-8" };
  return new Elysia({ normalize: false })
    .get(
      "/openapi.json",
      served("json", () => servedText(JSON.stringify(withAlternatives(document())), json)),
    )
    .get("/", ({ redirect }) => redirect("/docs"))
    .get(
      "/docs",
      served("docs", () => {
        const page = pageOf(docsPage(document(), recipes), {
          title: "Postroom API",
          home: "/docs",
          script: "/docs.js",
        });
        return servedText(page.text, page.headers);
      }),
    )
    .get(
      "/docs.js",
      served("docs script", () => servedText(`${searchScript}${pageScript}`, script)),
    )
    .get(
      pageScriptPath,
      served("page script", () => servedText(pageScript, script)),
    )
    .get(
      iconPath,
      served("icon", () => servedText(iconSvg, { "content-type": "image/svg+xml" })),
    )
    .get(
      "/llms.txt",
      served("llms", () =>
        servedText(`${guide(base(), recipes)}\n## Every call\n\n${callLines(document())}\n`, plainText),
      ),
    )
    .get(
      "/llms-full.txt",
      served("full", () =>
        servedText(`${guide(base(), recipes)}\n${webhookText()}\n\n${fullText(document())}\n`, plainText),
      ),
    );
}

function webhookText(): string {
  const codes = Object.entries(verification).map(([language, code]) => `${language}:\n\n${code}`);
  return `## Webhooks\n\n${retryTimes}\n\n${codes.join("\n\n")}`;
}

function recipeText({ title, text, calls }: Recipe): string {
  return `### ${title}\n\n${text}\n\n${calls.map((call) => `    ${callLine(call)}`).join("\n")}`;
}

/** In the form of llmstxt.org. */
function guide(base: string, recipes: readonly Recipe[]): string {
  const api = `${base}/api/v1`;
  const auth = `-H "authorization: Bearer $KEY"`;
  const json = `-H "content-type: application/json"`;
  return `# Postroom

> Email for software agents over REST. Base URL: ${api}. Every call but the three of agent signup takes \`Authorization: Bearer pr_…\`.

Answers: \`{ "data" }\`, pages \`{ "data", "has_more", "next_cursor" }\`, refusals \`{ "error": { "code", "message" } }\`: the message says what to do instead. Give \`Idempotency-Key\` with any POST that must not happen twice. On 429 wait for the seconds in \`Retry-After\`. Where an id of an address, label, pod or domain stands, its email or name may; a moment may be \`2026-11-25 09:00\` or \`tomorrow 9:00\`, in the calendar's zone, or with one behind it.

## No key yet

    curl ${api}/agent/signup ${json} -d '{"username":"scout","human_email":"ada@example.com"}'
    curl ${api}/agent/verify ${json} -d '{"signup_id":"…","code":"042042"}'

The human is mailed a six-digit code. Verify answers with \`sign_in_url\`: open it, press the button, mint a key.

## Main calls

Create an address, on a domain of yours or the default one (GET /domains lists them):

    curl ${api}/identities ${auth} ${json} -d '{"email":"support@…"}'

Find what came in, newest first, then read a thread (\`reply_text\` is what was said, without quoted history):

    curl "${api}/threads?identity_id=…&limit=10" ${auth}
    curl "${api}/messages?thread_id=…" ${auth}

Send, or answer with \`in_reply_to\`:

    curl ${api}/messages ${auth} ${json} -d '{"from":"support@…","to":"ada@example.com","subject":"Hello","text":"Hi!","in_reply_to":null}'

Send a file in the same call (\`content\`: base64, 25 MB; \`to\`, \`cc\` and \`bcc\` also take \`{ "email", "name" }\`). \`attachment_ids\` sends files again that are stored here: the ids in \`attachments\` of a message or draft.

    curl ${api}/messages ${auth} ${json} -d '{"from":"support@…","to":"Ada <ada@example.com>","subject":"Invoice","text":"Here it is.","attachments":[{"filename":"invoice.pdf","content_type":"application/pdf","content":"JVBERi0xLjcK"}]}'

Draft, then send now or later (with \`in_reply_to_message_id\` recipients and subject are filled):

    curl ${api}/drafts ${auth} ${json} -d '{"identity_id":"…","to":["ada@example.com"],"subject":"Hello","text":"Hi!"}'
    curl -X POST ${api}/drafts/…/send ${auth}
    curl ${api}/drafts/…/schedule ${auth} ${json} -d '{"send_at":"…"}'

Take what is next, mail, decisions and bounces, at once or when it comes; the server remembers what it has handed out. The next call gives \`ack\`, else the item comes again:

    curl ${api}/next ${auth} ${json} -d '{"address":"support@…","wait":30}'

Be told of mail: a webhook (signed as Standard Webhooks says; the secret is shown once), or the list of events without a public URL:

    curl ${api}/webhooks ${auth} ${json} -d '{"url":"https://example.com/hooks/mail","event_types":["message.received"]}'
    curl "${api}/events?type=message.received&cursor=now&wait=60" ${auth}

Mint a key for a part of your addresses:

    curl ${api}/api-keys ${auth} ${json} -d '{"name":"billing","identity_ids":["…"]}'

## Recipes

Below ${api}, in order; \`{name}\` stands for an id that an answer or event before has named.

${recipes.map(recipeText).join("\n\n")}

## Reference

- [OpenAPI 3.1](${base}/openapi.json): every call, field, refusal and example
- Typed clients of this server: \`npm install ${base}/sdk/${sdkPackages.npm.name}\`, \`pip install ${base}/sdk/${sdkPackages.pip.name}\`
- [All of it as text](${base}/llms-full.txt), [for people](${base}/docs)
- Probes without a key: ${base}/readyz (200 while it can serve, else 503), ${base}/healthz (the process lives; says when the database is away)
- [Console](${base}/console): sign in as the human who owns an account
`;
}
