// The document of the interface, its page for people and the guide for agents. Answers are held to the document by
// test/support/app/contract.ts in every test.
import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { buildDocument } from "../../src/http/openapi/document.ts";
import { exampleId } from "../../src/http/openapi/operation.ts";
import { recipesOf } from "../../src/http/openapi/recipes.ts";
import type { Document, JsonSchema, ResponseObject } from "../../src/http/openapi/types.ts";
import { wordsOf } from "../../src/http/openapi/word-lists.ts";
import { estimateTokens } from "../../src/mcp/tokens.ts";
import { eventTypes } from "../../src/schema/events/events.ts";
import { eachApp } from "../support/app/app.ts";
import { Contract, callsOf, escaped, pointerTo } from "../support/app/contract.ts";

eachApp("the OpenAPI document", (t) => {
  const fetchText = async (path: string) => {
    const response = await fetch(t.api.base + path);
    return { response, text: await response.text() };
  };
  const document = async () => JSON.parse((await fetchText("/openapi.json")).text) as Document;

  test("has every call, each with a summary that is a sentence without its full stop", async () => {
    const calls = callsOf(await document());
    expect(calls.length).toBeGreaterThan(90);
    expect(calls.filter(({ operation }) => !/^[A-Z].*[^.]$/.test(operation.summary))).toEqual([]);
  });

  test("describes every call, beyond its summary, in whole sentences", async () => {
    const silent = callsOf(await document()).filter(
      ({ operation }) => !/\.$/.test(operation.description?.trim() ?? ""),
    );
    expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  // SPEC Endpoints: Every call can answer 401, 404 and 429
  test("says of every call what it needs and what it refuses", async () => {
    const made = await document();
    const ids = new Set<string>();
    for (const { method, path, operation } of callsOf(made)) {
      const call = `${method} ${path}`;
      expect([call, ids.has(operation.operationId)]).toEqual([call, false]);
      ids.add(operation.operationId);
      expect([call, made.tags.map(({ name }) => name)]).toEqual([
        call,
        expect.arrayContaining(operation.tags),
      ]);
      for (const status of ["401", "404", "429"]) expect(Object.keys(operation.responses)).toContain(status);
      expect(Object.keys(operation.responses).some((status) => status.startsWith("2"))).toBe(true);
      const parameters = (operation.parameters ?? []).map((one) => ("$ref" in one ? one.$ref : one.name));
      const takesKey = parameters.includes("#/components/parameters/Idempotency-Key");
      expect([call, takesKey]).toEqual([call, method === "post"]);
      expect([call, operation.security]).toEqual([call, path.startsWith("/api/v1/agent/") ? [] : undefined]);
      for (const name of path.matchAll(/\{([^}]+)\}/g)) expect(parameters).toContain(name[1]!);
    }
    expect(made.openapi).toBe("3.1.1");
    expect(made.components.securitySchemes.key).toMatchObject({ type: "http", scheme: "bearer" });
    expect(Object.keys(made.webhooks)).toEqual([...eventTypes]);
  });

  test("a call whose body is optional takes none, and no other does", async () => {
    const own = await t.address();
    await t.mail({ to: own.email, subject: "Hello", text: "Here." });
    const asked = async (path: string) =>
      (
        await fetch(`${t.api.base}${path.replace("{id}", path.includes("/reviews/") ? exampleId : own.id)}`, {
          method: "POST",
          headers: { authorization: `Bearer ${t.api.key}` },
        })
      ).status;
    const statuses: Record<string, number> = {};
    for (const { method, path, operation } of callsOf(await document())) {
      if (method !== "post" || !operation.requestBody) continue;
      if (!operation.requestBody.required) statuses[operation.operationId] = await asked(path);
      else if (!path.includes("{")) expect([path, await asked(path)]).toEqual([path, 400]);
    }
    expect(statuses).toEqual({
      createIdentity: 201,
      waitForMessages: 200,
      approveReview: 404,
      takeOverReview: 404,
      takeNext: 200,
      createCalendarFeed: 201,
    });
  });

  test("its references lead somewhere and its examples fit its schemas", async () => {
    const made = await document();
    const text = JSON.stringify(made);
    for (const [, reference] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      const [kind, name] = reference!.split("/") as ["schemas", string];
      expect([reference, made.components[kind]?.[name] !== undefined]).toEqual([reference, true]);
    }
    const contract = new Contract(made);
    const fits = (
      pointer: string,
      media: { example?: unknown; examples?: Record<string, { value: unknown }> },
    ) => {
      const values: unknown[] = Object.values(media.examples ?? {}).map(({ value }) => value);
      if (media.example !== undefined) values.push(media.example);
      expect([pointer, values.length > 0]).toEqual([pointer, true]);
      const misfits = values
        .map((value) => contract.mismatch(pointer, value))
        .filter((text) => text !== null);
      expect([pointer, misfits]).toEqual([pointer, []]);
    };
    for (const { method, path, operation } of callsOf(made)) {
      const body = operation.requestBody?.content["application/json"];
      const at = `#/paths/${escaped(path)}/${method}`;
      if (body) fits(`${at}/requestBody/content/application~1json/schema`, body);
      for (const [status, given] of Object.entries(operation.responses)) {
        const { response, pointer } = contract.response(given, pointerTo(path, method, status));
        const media = response.content?.["application/json"];
        if (media) fits(`${pointer}/content/application~1json/schema`, media);
      }
    }
    for (const [type, { post }] of Object.entries(made.webhooks)) {
      const pointer = `#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
      fits(pointer, post.requestBody.content["application/json"]!);
    }
  });

  test("says what every field, query parameter and value of an enumeration means", async () => {
    const made = await document();
    const silent: string[] = [];
    const visit = (given: JsonSchema, at: string, description = given.description) => {
      const named = given.$ref ? made.components.schemas[given.$ref.split("/").at(-1)!] : undefined;
      // Lists of words are written once; what they mean stands with each field.
      const schema = named && wordsOf(named).length > 0 ? named : given;
      for (const value of wordsOf(schema)) {
        const isSaid =
          value === null || description?.includes("Event kinds") || description?.includes(`${value}: `);
        if (wordsOf(schema).length > 1 && !isSaid) silent.push(`${at}: value ${value}`);
      }
      for (const [name, part] of Object.entries(schema.properties ?? {})) {
        if (!part.description) silent.push(`${at}.${name}`);
        visit(part, `${at}.${name}`);
      }
      if (schema.items) visit(schema.items, `${at}[]`, schema.items.description ?? description);
      for (const part of schema.anyOf ?? []) visit(part, at, part.description ?? description);
      // A parameter lists constants.
      const constants = schema.anyOf?.map((part) => part.const).filter((value) => value !== undefined) ?? [];
      for (const value of constants)
        if (!description?.includes(`${value}: `)) silent.push(`${at}: value ${value}`);
    };
    for (const [name, schema] of Object.entries(made.components.schemas))
      if (wordsOf(schema).length === 0) visit(schema, name);
    for (const { method, path, operation } of callsOf(made)) {
      for (const parameter of operation.parameters ?? []) {
        if ("$ref" in parameter) continue;
        const at = `${method} ${path} ${parameter.name}`;
        if (!parameter.description) silent.push(at);
        visit(parameter.schema, at, parameter.description);
      }
      const body = operation.requestBody?.content["application/json"];
      if (body) visit(body.schema, `${method} ${path} body`);
    }
    for (const [type, { post }] of Object.entries(made.webhooks))
      visit(post.requestBody.content["application/json"]!.schema, type);
    // A field that is new here says what it means in its schema, or by its name in src/http/openapi/glossary.ts.
    expect(silent).toEqual([]);
  });

  test("lists of words are closed where a body may hold them, may grow where answers alone do, and are constants in a query", async () => {
    const { components, paths } = await document();
    const { Message, Thread, Review } = components.schemas;
    expect(components.schemas.ThreadStatus!.enum).toContain("waiting");
    expect(Thread!.properties!.status!.$ref).toEndWith("/ThreadStatus");
    const { type, "x-extensible-enum": words } = components.schemas.ReviewStatus!;
    expect([type, words!.includes("pending")]).toEqual(["string", true]);
    expect(Review!.properties!.status!.$ref).toEndWith("/ReviewStatus");
    expect(Message!.properties!.status!.const).toBe("held");
    expect(components.schemas.Failure!.properties!.error!.properties!.code!["x-extensible-enum"]).toContain(
      "not_found",
    );
    const query = (path: string) =>
      Object.fromEntries(
        paths[path]!.get!.parameters!.flatMap((one) => ("$ref" in one ? [] : [[one.name, one.schema]])),
      );
    const constants = words!.map((word) => ({ type: "string", const: word }));
    expect(query("/api/v1/reviews").status).toEqual({ anyOf: constants });
    expect(query("/api/v1/threads").status).toEqual({ $ref: "#/components/schemas/ThreadStatus" });
    const answers = JSON.stringify(
      Object.values(paths).map((item) => Object.values(item).map(({ responses }) => responses)),
    );
    expect(answers).not.toContain('"enum":');
  });

  test("failures have one schema, and envelopes are named after what is in them", async () => {
    const { components, paths } = await document();
    const failures = Object.values(components.responses).map(
      ({ content }) => content?.["application/json"]?.schema,
    );
    expect(new Set(failures.map((schema) => JSON.stringify(schema)))).toEqual(
      new Set(['{"$ref":"#/components/schemas/Failure"}']),
    );
    for (const { path, method, operation } of callsOf({ components, paths } as Document)) {
      const bodies = Object.entries(operation.responses)
        .filter(([status]) => status < "300")
        .map(([, answer]) => (answer as ResponseObject).content?.["application/json"]?.schema)
        .filter((schema) => schema !== undefined);
      for (const { $ref } of bodies) {
        const data = components.schemas[String($ref).split("/").at(-1)!]?.properties?.data;
        const name = data?.items ? `${data.items.$ref}Page` : `${data?.$ref}Response`;
        expect([method, path, $ref]).toEqual([method, path, name]);
      }
    }
  });

  test("bodies that are not JSON are bytes, text, or a stream of events", async () => {
    const media = callsOf(await document()).flatMap(({ path, operation }) =>
      Object.entries((operation.responses["200"] as ResponseObject | undefined)?.content ?? {})
        .filter(([type]) => type !== "application/json")
        .map(([type, { schema }]) => [path.replace("/api/v1", ""), type, schema]),
    );
    const bytes = { type: "string", format: "binary" };
    expect(media).toEqual(
      expect.arrayContaining([
        ["/messages/{id}/raw", "message/rfc822", bytes],
        ["/messages/{id}/raw", "application/octet-stream", bytes],
        ["/attachments/{id}", "*/*", bytes],
        ["/events/stream", "text/event-stream", { $ref: "#/components/schemas/Event" }],
        ["/domains/{id}/zone", "text/plain", { type: "string" }],
      ]),
    );
  });

  // SPEC Resources and their fields: Response objects have only the listed fields
  test("response objects are closed: only the listed fields", async () => {
    const { components } = await document();
    const open = Object.entries(components.schemas).filter(([, schema]) => isOpen(schema));
    expect(open.map(([name]) => name)).toEqual([]);
  });

  test("an answer that is not in it is noticed", async () => {
    const contract = new Contract(await document());
    const answer = await t.api.get("/pods");
    const exchange = { method: "GET", path: "/api/v1/pods", ...answer };
    expect(contract.violations(exchange)).toEqual([]);
    const changed = (change: object) => contract.violations({ ...exchange, ...change }).join("; ");
    expect(changed({ text: answer.text.replace('"is_default"', '"isDefault"') })).toContain("is_default");
    expect(changed({ text: answer.text.replace('"has_more":', '"total":1,"has_more":') })).toContain(
      "additional",
    );
    expect(changed({ status: 201 })).toContain("not among the answers");
    expect(changed({ status: 404, text: '{"error":{"code":"gone","message":"x"}}' })).toContain(
      "allowed values",
    );
    expect(changed({ status: 404, text: '{"error":{"code":"conflict","message":"x"}}' })).toContain(
      "code conflict is not documented",
    );
    expect(changed({ path: "/api/v1/nothing" })).toContain("does not know");
    expect(
      changed({ headers: new Headers({ "content-type": "application/json", "retry-after": "1" }) }),
    ).toContain("retry-after");
  });

  test("/docs shows every call without a script of its page or anything from elsewhere", async () => {
    const { response, text } = await fetchText("/docs");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const { path, operation } of callsOf(await document())) {
      expect(text).toContain(`id="${operation.operationId}"`);
      expect(text).toContain(path);
    }
    for (const type of eventTypes) expect(text).toContain(type);
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script defer src="/docs.js">']);
    const own = [
      '<script defer src="/docs.js">',
      '<link rel="icon" type="image/svg+xml" href="/favicon.svg">',
    ];
    expect(own.reduce((rest, tag) => rest.replace(tag, ""), text)).not.toMatch(
      /<script|<link|<img|<iframe|\ssrc=|url\(|@import|\son\w+=|\sstyle=/,
    );
    expect(text).toContain('name="viewport"');
  });

  test("recipes make calls that are there, with bodies that fit, and each guide has them", async () => {
    const made = await document();
    const contract = new Contract(made);
    const recipes = recipesOf("2026-01-02T03:04:05Z");
    expect(recipes.length).toBe(9);
    const [page, short, full] = await Promise.all(
      ["/docs", "/llms.txt", "/llms-full.txt"].map(async (path) => (await fetchText(path)).text),
    );
    for (const { title, calls } of recipes) {
      for (const text of [page, short, full]) expect(text).toContain(title);
      for (const { method, path, body } of calls) {
        const [template, query = ""] = path.split("?") as [string, string?];
        const shape = (text: string) => text.replaceAll(/\{[^}]*\}/g, "{}");
        const found = callsOf(made).find(
          (call) => call.method === method.toLowerCase() && shape(call.path) === `/api/v1${shape(template)}`,
        );
        expect([title, path, found !== undefined]).toEqual([title, path, true]);
        const names = found!.operation.parameters!.flatMap((one) => ("$ref" in one ? [] : [one.name]));
        expect(names).toEqual(expect.arrayContaining([...new URLSearchParams(query).keys()]));
        if (body === undefined) continue;
        if (!found!.operation.requestBody) {
          expect([path, body]).toEqual([path, {}]);
          continue;
        }
        const filled = JSON.parse(JSON.stringify(body).replaceAll(/\{\w+\}/g, exampleId));
        const pointer = `#/paths/${escaped(found!.path)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
        expect([path, contract.mismatch(pointer, filled)]).toEqual([path, null]);
      }
    }
  });

  test("a recipe suppresses nobody whom another one writes to", () => {
    const recipes = recipesOf("2026-01-02T03:04:05Z");
    for (const { title, calls } of recipes)
      for (const { path, body } of calls.filter(({ path }) => path === "/suppressions"))
        for (const other of recipes.filter((one) => one.title !== title))
          expect([path, other.title, JSON.stringify(other.calls)]).toEqual([
            path,
            other.title,
            expect.not.stringContaining(String(body!.email)),
          ]);
  });

  test("a recipient who is lost, or is to be tried later, is not one whose server has said 250", async () => {
    type Examples = Record<string, { value: { data: { response: string } } }>;
    const { webhooks } = (await document()) as unknown as {
      webhooks: Record<
        string,
        { post: { requestBody: { content: Record<string, { examples: Examples }> } } }
      >;
    };
    const first = (kind: string) =>
      webhooks[kind]!.post.requestBody.content["application/json"]!.examples[kind]!.value.data.response[0];
    expect(["message.delivered", "message.deferred", "message.bounced"].map(first)).toEqual(["2", "4", "5"]);
  });

  test("/llms.txt has a line a call and says where everything is", async () => {
    const { response, text } = await fetchText("/llms.txt");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text.length).toBeLessThan(20_000);
    const full = (await fetchText("/llms-full.txt")).text;
    expect(estimateTokens(full)).toBeLessThan(67_500);
    // What an answer names is shown, once.
    for (const [, shape] of full.matchAll(/^Answer: \d+ (\w+)(?:\[\])?$/gm))
      expect([shape, full.split(`\n### ${shape}\n`).length]).toEqual([shape, 2]);
    for (const { method, path, operation } of callsOf(await document())) {
      const call = `${method.toUpperCase()} ${path.replace("/api/v1", "")}`;
      expect(text).toContain(`- ${call}: ${operation.summary}\n`);
      expect(full).toContain(`### ${method.toUpperCase()} ${path}\n\n${operation.summary}.`);
    }
    for (const word of [
      "/api/v1",
      "/openapi.json",
      "/docs",
      "Bearer",
      "/agent/signup",
      "/messages",
      "Idempotency-Key",
    ])
      expect(text).toContain(word);
  });
});

function isOpen(schema: JsonSchema): boolean {
  return schema.type === "object" && schema.properties !== undefined && schema.additionalProperties !== false;
}

test("a route that does not describe itself stops the document", () => {
  const app = new Elysia().get("/api/v1/things", () => "");
  const room = { tag: "Things", description: "Things.", schemas: [], calls: [], routes: app };
  expect(() => buildDocument([room], "http://localhost")).toThrow("GET /api/v1/things has no doc");
});
