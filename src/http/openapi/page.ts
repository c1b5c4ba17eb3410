// The document for people: one page, made from the document alone.

import { type Html, html } from "../../lib/html.ts";
import { must } from "../../lib/must.ts";
import { failures } from "../errors.ts";
import { sdkPackages } from "../sdk/packages.ts";
import { resolved } from "./example-request.ts";
import { fieldsOf } from "./fields.ts";
import { callLine, type Recipe } from "./recipes.ts";
import { samplesOf } from "./samples.ts";
import type {
  Document,
  DocumentedCall,
  JsonSchema,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "./types.ts";
import { methods } from "./types.ts";
import { retryTimes, verification } from "./verification.ts";

export function docsPage(document: Document, recipes: readonly Recipe[]): Html {
  const base = document.servers[0]?.url ?? "";
  return html`<h1>API</h1>
<p>${document.info.summary}. Version ${document.info.version}.
For programs: <a href="/openapi.json">openapi.json</a>, <a href="/llms.txt">llms.txt</a>, <a href="/llms-full.txt">llms-full.txt</a>. For people with an account: <a href="/console">console</a>.</p>
<p class="find" hidden><label for="search">Search the calls</label><input id="search" type="search" autocomplete="off" placeholder="thread, label, PATCH …"></p>
<nav class="side" aria-label="Chapters"><ul><li><a href="#basics">Basics</a></li><li><a href="#recipes">Recipes</a></li>
${document.tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
<li><a href="#event-kinds">Event kinds</a></li><li><a href="#refusals">Refusals</a></li>
</ul></nav>
${basics(base)}
${recipeList(recipes)}
${document.tags.map((tag) => chapter(document, tag))}
${eventKinds(document)}
${refusals()}`;
}

function basics(base: string): Html {
  return html`<h2 id="basics">Basics</h2>
<p>Base URL: <code>${base}/api/v1</code>. Every call but agent signup takes a key: <code>Authorization: Bearer pr_…</code>. Keys are for servers; a browser's request with one is refused.</p>
<pre>curl ${base}/api/v1/identities -H "authorization: Bearer $KEY"</pre>
<p>Clients, as this server has them:</p>
<pre>npm install ${base}/sdk/${sdkPackages.npm.name}</pre>
<pre>pip install ${base}/sdk/${sdkPackages.pip.name}</pre>
<p>In the examples below <code>client</code> is</p>
<pre>import { Postroom } from "postroom-client";
const client = new Postroom({ baseUrl: "${base}", apiKey: "pr_…" });</pre>
<pre>from postroom import Postroom
client = Postroom("${base}", "pr_…")</pre>
<p>An answer is <code>{ data }</code>, a page <code>{ data, has_more, next_cursor }</code>, or a refusal <code>{ error: { code, message } }</code>; 204 has no body. Unknown fields in a request are refused.</p>
<p>Where the id of an address, a label, a pod or a domain stands, its email or its name may stand too; where a moment stands, <code>2026-11-25</code>, <code>2026-11-25 09:00</code> or <code>tomorrow 9:00</code>, in the zone of the address's calendar.</p>
<p>Lists take <code>limit</code> (1 to 200, 50 without it) and <code>cursor</code>, the <code>next_cursor</code> of the page before. A page never loses or repeats a row while rows are added.</p>
<p>Any POST takes <code>Idempotency-Key</code>: for 24 hours the same key and body give the first answer again, with <code>Idempotency-Replayed: true</code>, and do nothing.</p>
<p>Every answer has <code>X-Request-Id</code> and <code>X-RateLimit-Limit</code>, <code>-Remaining</code>, <code>-Reset</code>; a 429 has <code>Retry-After</code>. Timestamps are UTC with microseconds. What is not there and what is not yours answer the same 404.</p>
<p>Probes take no key: <code>/readyz</code> answers 200 while requests can be served and 503, with the reason, while no write is taken or the process is about to stop; <code>/healthz</code> answers 200 while the process lives, and says so when the database is away.</p>`;
}

function recipeList(recipes: readonly Recipe[]): Html {
  return html`<h2 id="recipes">Recipes</h2>
<p class="soft">Whole jobs, below the base URL. <code>{name}</code> stands for an id that an answer or event before has named.</p>
${recipes.map(
  ({ title, text, calls }) =>
    html`<details><summary>${title}</summary><p>${prose(text)}</p><pre>${calls.map(callLine).join("\n")}</pre></details>`,
)}`;
}

function chapter(document: Document, { name, description }: { name: string; description: string }): Html {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(name) ? [{ path, method, operation }] : [];
    }),
  );
  return html`<section><h2 id="${anchor(name)}">${name}</h2><p class="soft">${description}</p>
${calls.map((call) => callOf(document, call))}</section>`;
}

function callOf(document: Document, { path, method, operation }: DocumentedCall): Html {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter));
  const body = operation.requestBody?.content["application/json"];
  const [status, success] = must(
    Object.entries(operation.responses).find(([code]) => code < "300"),
    "every operation has an answer of success",
  );
  return html`<details id="${operation.operationId}"><summary><span class="verb ${method}">${method.toUpperCase()}</span> <code>${path}</code><br><span class="soft">${operation.summary}</span></summary>
${operation.description && html`<p>${prose(operation.description)}</p>`}
${operation.security?.length === 0 && html`<p>Needs no key: <code>apiKey: null</code>, <code>api_key=None</code>.</p>`}
${parameters.length > 0 && html`<h3>Parameters</h3>${table(parameters.map((one) => parameterRow(document, one)))}`}
${body && html`<h3>Body${operation.requestBody?.required ? "" : " (optional)"}</h3>${table(rowsOf(document, body.schema))}`}
${tabsOf(document, { path, method, operation })}
${answerOf(document, status, responseOf(document, success))}
<h3>Refusals</h3>
<p class="small">${refusalsOf(document, operation.responses)}</p>
</details>`;
}

function answerOf(document: Document, status: string, response: ResponseObject): Html {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  const shown = media?.example === undefined ? null : JSON.stringify(media.example, null, 2);
  const fields = media ? rowsOf(document, media.schema) : [];
  return html`<h3>Answer: ${status}${type && type !== "application/json" ? `, ${type}` : ""}</h3>
${shown === null ? html`<p class="soft">${response.description}</p>` : html`<pre>${shown}</pre>`}
${media && fields.length > 0 && html`<details><summary class="small">Fields</summary>${table(fields)}</details>`}`;
}

/** The call in each language, one of them shown; without a script, by the page's style. */
function tabsOf(document: Document, call: DocumentedCall): Html {
  const name = `in-${call.operation.operationId}`;
  const samples = samplesOf(document, call);
  return html`<fieldset class="tabs"><legend>Example</legend>
${samples.map(
  ({ language }, index) =>
    html`<input type="radio" name="${name}" id="${name}-${index}"${index === 0 && html` checked`}><label for="${name}-${index}">${language}</label>`,
)}
${samples.map(({ code }) => html`<pre>${code}</pre>`)}</fieldset>`;
}

function refusalsOf(document: Document, responses: OperationObject["responses"]): Html[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const codes = Object.keys(responseOf(document, response).content?.["application/json"]?.examples ?? {});
      return html`<span>${status} ${codes.map((code, index) => html`${index > 0 && ", "}<code>${code}</code>`)}; </span>`;
    });
}

function eventKinds(document: Document): Html {
  return html`<section><h2 id="event-kinds">Event kinds</h2>
<p>What webhooks, the list and the stream are told: ids and metadata, never a body. Deliveries are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says: headers <code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>. Verify before acting.</p>
<p>${retryTimes}</p>
${Object.entries(verification).map(([language, code]) => html`<details><summary>Verify in ${language}</summary><pre>${code}</pre></details>`)}
${Object.entries(document.webhooks).map(([type, { post }]) => {
  const example = Object.values(post.requestBody.content["application/json"]?.examples ?? {})[0];
  return html`<details><summary><code>${type}</code> <span class="soft">${post.summary}</span></summary><pre>${JSON.stringify(example?.value, null, 2)}</pre></details>`;
})}</section>`;
}

function refusals(): Html {
  return html`<section><h2 id="refusals">Refusals</h2><p>The message says what was wrong and what to do instead. 429 and 5xx are worth a retry, nothing else is.</p>
<div class="scroll"><table><tr><th>Status</th><th>Code</th><th>When, and what a message may say</th></tr>
${Object.entries(failures).map(
  ([code, { status, meaning, example }]) =>
    html`<tr><td>${status}</td><td><code>${code}</code></td><td>${meaning}<br><span class="soft small">${example}</span></td></tr>`,
)}
</table></div></section>`;
}

interface FieldRow {
  name: string;
  type: string;
  required: boolean;
  description: string;
}

function table(rows: readonly FieldRow[]): Html {
  return html`<div class="scroll"><table class="fields"><tr><th>Name</th><th>Type</th><th></th></tr>
${rows.map(
  ({ name, type, required, description }) =>
    html`<tr><td><code>${name}</code>${required && html`<br> <span class="soft small">required</span>`}</td><td>${type}</td><td>${prose(description)}</td></tr>`,
)}</table></div>`;
}

function parameterRow(document: Document, { name, required, description, schema }: Parameter): FieldRow {
  const part = description === undefined ? schema : { ...schema, description };
  const [row] = rowsOf(document, { type: "object", properties: { [name]: part } });
  return { ...row!, required };
}

function rowsOf(document: Document, schema: JsonSchema): FieldRow[] {
  return fieldsOf(schema, document.components.schemas);
}

function responseOf(document: Document, response: ResponseObject | Reference): ResponseObject {
  if (!("$ref" in response)) return response;
  return document.components.responses[response.$ref.slice(response.$ref.lastIndexOf("/") + 1)]!;
}

/** Text with its backticks made into code elements. */
function prose(text: string): Html[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}
