// Runs scenario.json with the TypeScript SDK as it is installed from its package: node driver.mjs URL KEY NAME SCENARIO HOOK.
import { readFileSync } from "node:fs";
import { ApiError, Postroom } from "postroom-client";

const [baseUrl, apiKey, name, scenario, hook] = process.argv.slice(2);
const delivery = JSON.parse(readFileSync(hook, "utf8"));
// The proxy fails twice at most; a connection that the busy machine itself loses is one more.
const client = new Postroom({ baseUrl, apiKey, webhookSecret: delivery.secret, retries: 4 });
const known = { name, tomorrow: new Date(Date.now() + 86_400_000).toISOString() };
const seen = [];
const stopping = new AbortController();

const filled = (value) => JSON.parse(JSON.stringify(value).replace(/\$\{(\w+)\}/g, (_, key) => known[key]));
const at = (value, path) => path.split(".").reduce((part, key) => part[key], value);
const method = (path) => {
  const [group, call] = path.split(".");
  return client[group][call];
};

function check(step, answer) {
  if (step.isNothing && answer !== null) throw new Error(`${JSON.stringify(step)}: ${answer.id}`);
  for (const [path, wanted] of Object.entries(step.expect ?? {}))
    if (at(answer, path) !== filled(wanted))
      throw new Error(`${JSON.stringify(step)}: ${path} is ${at(answer, path)}`);
  for (const [key, path] of Object.entries(step.save ?? {})) known[key] = at(answer, path);
  const text =
    answer instanceof Uint8Array ? new TextDecoder().decode(answer) : JSON.stringify(answer ?? null);
  if (step.text !== undefined && text !== step.text) throw new Error(`${JSON.stringify(step)}: ${text}`);
  if (step.contains !== undefined && !text.includes(step.contains))
    throw new Error(`${JSON.stringify(step)}: ${text}`);
}

async function run(step) {
  if (step.follow) {
    // Its place is taken before anything happens that it has to tell of.
    const now = await client.request("GET", "/events", { query: { cursor: "now", limit: 1 } });
    const query = {
      ...filled(step.follow),
      cursor: JSON.parse(new TextDecoder().decode(now.bytes)).next_cursor,
    };
    (async () => {
      for await (const event of client.events.stream(query, { signal: stopping.signal })) seen.push(event);
    })();
  } else if (step.wait) {
    const { after = new Date(Date.now() - 1000).toISOString(), ...filter } = filled(step.wait);
    const waiting = client.messages.wait({ ...filter, ...(after === null ? {} : { after }) });
    for (const inner of step.while) await run(inner);
    check(step, await waiting);
  } else if (step.next) {
    check(step, await client.next(filled(step.next)));
  } else if (step.patient) {
    // The server waits for longer than this client gives other calls.
    const quick = new Postroom({ baseUrl, apiKey, timeoutMs: 1000, retries: 4 });
    const found = await quick.messages.waitFor(filled(step.patient));
    if (found.length > 0) throw new Error(`${JSON.stringify(step)}: ${found.length}`);
  } else if (step.decision) {
    const waiting = client.reviews.wait(filled(step.decision), { timeout: 60 });
    for (const inner of step.while) await run(inner);
    check(step, await waiting);
  } else if (step.each) {
    const rows = await method(step.each)(...filled(step.given)).all();
    if (rows.length !== step.count) throw new Error(`${JSON.stringify(step)}: ${rows.length} rows`);
  } else if (step.raw) {
    const answer = await client.request("GET", step.raw, { query: filled(step.query) });
    check(step, answer.bytes);
    if (answer.status !== 200 || !answer.requestId) throw new Error("a raw answer without its status");
  } else if (step.unwrap) {
    check(step, await client.webhooks.unwrap(delivery.body, delivery.headers));
    const refused = await client.webhooks
      .unwrap(`${delivery.body} `, delivery.headers)
      .catch((error) => error.name);
    if (refused !== "WebhookError") throw new Error("a changed delivery was taken");
  } else if (step.followed) {
    const mails = () => seen.filter(({ type }) => type === "message.received");
    while (mails().length < 2 || !step.followed.every((type) => seen.some((event) => event.type === type)))
      await new Promise((resolve) => setTimeout(resolve, 50));
    stopping.abort();
    const received = mails();
    if (received.length !== 2 || new Set(seen.map(({ id }) => id)).size !== seen.length)
      throw new Error(`the stream told of ${received.length} mails`);
  } else {
    const asked = method(step.call)(...filled(step.given));
    if (!step.refused) return check(step, await asked);
    const error = await asked.then(
      () => null,
      (thrown) => thrown,
    );
    if (!(error instanceof ApiError) || error.code !== step.refused || !error.requestId)
      throw new Error(`${JSON.stringify(step)}: ${error}`);
  }
}

// A list is refused as any other call is, to who catches.
const caught = await client.threads.list({ limit: 0 }).catch((error) => error.code);
if (caught !== "validation_error") throw new Error(`a list that was refused: ${caught}`);
for (const step of JSON.parse(readFileSync(scenario, "utf8"))) await run(step);
process.stdout.write("done\n");
process.exit(0);
