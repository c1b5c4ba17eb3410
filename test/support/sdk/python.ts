// Writes src/sdk/python/postroom/generated: types as TypedDicts, the calls for both clients, and a class for each code.
import type { Document, JsonSchema } from "../../../src/http/openapi/types.ts";
import { wordsOf } from "../../../src/http/openapi/word-lists.ts";
import {
  errorName,
  eventKinds,
  failureCodes,
  keywords,
  lastName,
  type SdkCall,
  sdkCalls,
  sdkSchemas,
  snake,
} from "./calls.ts";
import {
  aloneFields,
  callFields,
  fieldWords,
  groupWords,
  insteadOf,
  methodWords,
  turnedBy,
} from "./words.ts";

const made = (what: string) =>
  `"""${what} Made by \`bun run sdk\` from the OpenAPI document: change that."""\n\nfrom __future__ import annotations\n`;

/** Files of the folder, by name. */
export function pythonFiles(document: Document): Record<string, string> {
  return {
    "__init__.py": "",
    "types.py": types(document),
    "errors.py": errors(document),
    "calls.py": calls(document, false),
    "async_calls.py": calls(document, true),
    "words.py": wordsFile(document),
  };
}

function types(document: Document): string {
  const classes: string[] = [];
  const shapes = new Shapes(classes);
  for (const [name, schema] of sdkSchemas(document)) {
    if (schema.properties) shapes.add(name, schema);
    else classes.push(`${name} = ${shapes.typeOf(schema, name)}\n`);
  }
  const kinds = eventKinds(document).map(([type, data]) => {
    const name = `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
    classes.push(
      `class ${name}(TypedDict):\n    id: str\n    type: Literal["${type}"]\n    created_at: str\n    data: ${data}\n`,
    );
    return name;
  });
  classes.push(`Event = Union[\n${kinds.map((name) => `    ${name},`).join("\n")}\n]\n`);
  for (const call of sdkCalls(document).filter(({ query }) => query.length > 0)) {
    const properties = Object.fromEntries(call.query.map(({ name, schema }) => [name, schema]));
    const required = call.query.filter((one) => one.required).map(({ name }) => name);
    shapes.add(queryName(call), { type: "object", properties, required });
  }
  return `${made("The shapes of the API.")}
from typing import Any, Dict, List, Literal, TypedDict, Union

${classes.join("\n\n")}`;
}

/** Writes TypedDicts; what stands in another is named after where it stands. */
class Shapes {
  constructor(private readonly classes: string[]) {}

  add(name: string, { properties = {}, required = [] }: JsonSchema): void {
    const fields = Object.entries(properties).map(([key, schema]) => ({
      key,
      type: this.typeOf(schema, name + pascal(key)),
      isRequired: required.includes(key),
    }));
    const given = fields.filter(({ isRequired }) => isRequired);
    const optional = fields.filter(({ isRequired }) => !isRequired);
    const write = (own: string, some: typeof fields, rest: string) => {
      const lines = some.map(({ key, type }) => `    ${key}: ${type}`);
      if (some.every(({ key }) => !keywords.has(key)))
        this.classes.push(`class ${own}(${rest}):\n${lines.length > 0 ? lines.join("\n") : "    pass"}\n`);
      else {
        const items = some.map(
          ({ key, type }) => `        "${key}": ${JSON.stringify(type.replaceAll('"', "'"))},`,
        );
        const total = rest.includes("total=False") ? "\n    total=False," : "";
        this.classes.push(
          `${own} = TypedDict(\n    "${own}",\n    {\n${items.join("\n")}\n    },${total}\n)\n`,
        );
      }
    };
    if (optional.length === 0 || given.length === 0) {
      write(name, fields, given.length > 0 ? "TypedDict" : "TypedDict, total=False");
      return;
    }
    write(`_${name}Given`, given, "TypedDict");
    if (optional.every(({ key }) => !keywords.has(key))) {
      write(name, optional, `_${name}Given, total=False`);
      return;
    }
    write(`_${name}Optional`, optional, "TypedDict, total=False");
    write(name, [], `_${name}Given, _${name}Optional`);
  }

  /** @param name for an object without one */
  typeOf(schema: JsonSchema, name: string): string {
    if (schema.$ref) return lastName(schema.$ref);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    const words = wordsOf(schema);
    if (words.length > 0) return `Literal[${words.map(literal).join(", ")}]`;
    if (schema.anyOf) {
      const parts = [...new Set(schema.anyOf.map((part) => this.typeOf(part, name)))];
      return parts.length === 1 ? parts[0]! : `Union[${parts.join(", ")}]`;
    }
    const all = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
    if (all.length === 0) return "Any";
    const parts = all.map((type) => this.#plain(type, schema, name));
    return parts.length === 1 ? parts[0]! : `Union[${parts.join(", ")}]`;
  }

  #plain(type: string, schema: JsonSchema, name: string): string {
    if (type === "array") return `List[${this.typeOf(schema.items ?? {}, name)}]`;
    if (type === "object") {
      const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
      if (!schema.properties) return `Dict[str, ${this.typeOf(values, name)}]`;
      this.add(name, schema);
      return name;
    }
    const plain: Record<string, string> = {
      string: "str",
      integer: "int",
      number: "float",
      boolean: "bool",
      null: "None",
    };
    return plain[type] ?? "Any";
  }
}

function calls(document: Document, isAsync: boolean): string {
  const groups = [...Map.groupBy(sdkCalls(document), ({ group }) => group)];
  const caller = isAsync ? "AsyncCaller" : "Caller";
  const classes = groups.map(([group, members]) => {
    const methods = members.map((call) => methodOf(call, isAsync));
    return `class ${pascal(group)}(Told):\n    def __init__(self, client: ${caller}) -> None:\n        self._client = client\n\n${methods.join("\n")}`;
  });
  const fields = groups.map(([group]) => `        self.${snake(group)} = ${pascal(group)}(client)`);
  const pages = isAsync ? "AsyncPages" : "Pages";
  return `${made(`The calls of the API, ${isAsync ? "to be awaited" : "which wait for their answers"}.`)}
from typing import TYPE_CHECKING, Any, ${isAsync ? "AsyncIterator" : "Iterator"}, List, Optional, Union, cast

from .._given import path_of
from .._told import Told
from . import types as T

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core import CallOptions
    from .._http import ${caller}, ${pages}

${classes.join("\n\n")}

class ${isAsync ? "AsyncCalls" : "Calls"}(Told):
    def __init__(self, client: ${caller}) -> None:
${fields.join("\n")}
`;
}

function methodOf(call: SdkCall, isAsync: boolean): string {
  const ids = call.pathNames.map((name) => `${snake(name)}: str`);
  const isRequired = call.query.some(({ required }) => required);
  const query =
    call.query.length === 0
      ? []
      : [isRequired ? `query: T.${queryName(call)}` : `query: Optional[T.${queryName(call)}] = None`];
  const body = call.body
    ? [
        call.body.required
          ? `body: ${qualified(call.body.schema)}`
          : `body: Optional[${qualified(call.body.schema)}] = None`,
      ]
    : [];
  const given = ["self", ...ids, ...body, ...query, "**options: Unpack[CallOptions]"];
  const path =
    call.pathNames.length === 0
      ? `"${call.path}"`
      : `path_of("${call.path}", ${call.pathNames.map(snake).join(", ")})`;
  const rest = [
    ...(call.body ? ["body=body"] : []),
    ...(call.query.length > 0 ? ["query=query"] : []),
    "options=options",
  ].join(", ");
  const head = (word: string, result: string) =>
    `    ${word} ${snake(call.name)}(${given.join(", ")}) -> ${result}:\n        """${call.summary.replaceAll("\\", "\\\\")}."""\n`;
  const row = call.answer ? qualified(call.answer) : "None";
  if (call.kind === "page") {
    const pages = `${isAsync ? "AsyncPages" : "Pages"}[${row}]`;
    return `${head("def", pages)}        return self._client.pages(${path}, ${rest})\n`;
  }
  if (call.kind === "stream")
    return `${head("def", `${isAsync ? "AsyncIterator" : "Iterator"}[T.Event]`)}        return self._client.follow(query=query)\n`;
  const wait = isAsync ? "await " : "";
  const word = isAsync ? "async def" : "def";
  const asked = `${wait}self._client.call("${call.method}", ${path}, kind="${call.kind}", ${rest})`;
  if (call.kind === "none") return `${head(word, "None")}        ${asked}\n`;
  const result = { bytes: "bytes", text: "str", one: row }[call.kind];
  return `${head(word, result)}        return cast("${result}", ${asked})\n`;
}

function qualified(schema: JsonSchema): string {
  if (schema.$ref) return `T.${lastName(schema.$ref)}`;
  if (schema.anyOf) return `Union[${schema.anyOf.map(qualified).join(", ")}]`;
  if (schema.type === "array") return `List[${qualified(schema.items ?? {})}]`;
  return schema.type === "string" ? "str" : "Any";
}

function errors(document: Document): string {
  const codes = failureCodes(document);
  const classes = codes.map((code) => `class ${errorName(code)}(ApiError):\n    pass\n`);
  const table = codes.map((code) => `    "${code}": ${errorName(code)},`);
  return `${made("A class for each code of a refusal.")}
from typing import Dict, Type

from .._errors import ApiError


${classes.join("\n\n")}

ERROR_CLASSES: Dict[str, Type[ApiError]] = {
${table.join("\n")}
}
`;
}

function queryName({ group, name }: Pick<SdkCall, "group" | "name">): string {
  return `${pascal(group)}${pascal(name)}Query`;
}

function pascal(text: string): string {
  return text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function literal(value: unknown): string {
  return value === null
    ? "None"
    : value === true
      ? "True"
      : value === false
        ? "False"
        : JSON.stringify(value);
}

function wordsFile(document: Document): string {
  // Names of calls as Python has them; the fields are those of the API.
  const own = (table: object, isValue = false) =>
    Object.fromEntries(
      Object.entries(table).map(([key, value]) => [
        snake(key),
        isValue && Array.isArray(value) ? [snake(value[0] as string), ...value.slice(1)] : value,
      ]),
    );
  const tables: Readonly<Record<string, readonly [type: string, table: object]>> = {
    CALL_FIELDS: ["Dict[str, List[str]]", own(callFields(document))],
    GROUP_WORDS: ["Dict[str, str]", own(groupWords)],
    METHOD_WORDS: ["Dict[str, str]", own(methodWords)],
    INSTEAD_OF: ["Dict[str, List[Any]]", own(insteadOf, true)],
    ALONE_FIELDS: ["Dict[str, str]", own(aloneFields)],
    TURNED_BY: [
      "List[List[str]]",
      turnedBy.map(([call, words, instead, field]) => [snake(call), words, snake(instead), field]),
    ],
    FIELD_WORDS: ["Dict[str, str]", fieldWords],
  };
  const written = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.map(written).join(", ")}]`
      : typeof value === "object" && value !== null
        ? `{${Object.entries(value)
            .map(([key, one]) => `${JSON.stringify(key)}: ${written(one)}`)
            .join(", ")}}`
        : literal(value);
  const text = Object.entries(tables).map(([name, [type, table]]) => {
    const [open, close] = Array.isArray(table) ? "[]" : "{}";
    const rows = Array.isArray(table)
      ? table.map(written)
      : Object.entries(table).map(([key, value]) => `${JSON.stringify(key)}: ${written(value)}`);
    return `${name}: ${type} = ${open}\n${rows.map((row) => `    ${row},`).join("\n")}\n${close}\n`;
  });
  return `${made("Fields of the calls, and what other clients call things.")}
from typing import Any, Dict, List

${text.join("\n")}`;
}
