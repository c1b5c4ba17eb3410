// What a machine can check of how the code is built: import directions, who owns which library, rules of style.
import { describe, expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const glob = new Bun.Glob("{src,actors,migrations}/**/*.ts");
const files = [...glob.scanSync(root)].filter((file) => !file.endsWith(".d.ts")).sort();
const transpiler = new Bun.Transpiler({ loader: "ts" });

interface Source {
  file: string;
  text: string;
  /** With types, as written. */
  imports: string[];
}

const sources: Source[] = await Promise.all(
  files.map(async (file) => {
    const text = await Bun.file(join(root, file)).text();
    // Type imports count too: the transpiler drops them, so they are made plain first.
    const plain = text.replace(/^import type /gm, "import ").replace(/([{,]\s*)type (\w)/g, "$1$2");
    const scanned = new Set(transpiler.scanImports(text).map((found) => found.path));
    for (const [, path] of plain.matchAll(/^(?:import|export)\b[^'";]*?\bfrom "([^"]+)"/gm))
      scanned.add(path!);
    return { file, text, imports: [...scanned] };
  }),
);

/** Which layer a file belongs to. */
function layerOf(file: string): string {
  const [top, second] = file.split("/");
  if (top !== "src") return top!;
  return second!.endsWith(".ts") ? second!.slice(0, -3) : second!;
}

/** What each layer may import, besides itself. */
const pure = ["lib"];
const below = ["lib", "schema", "mail", "calendar"];
const middle = [...below, "config", "store"];
const actorDeps = [...middle, "migrations", "reading", "tls", "routing", "screening", "outbound", "webhooks"];
const allowed: Record<string, string[]> = {
  lib: [],
  config: ["lib"],
  migrations: [],
  schema: pure,
  mail: [...pure, "schema"],
  calendar: pure,
  store: [...below, "migrations"],
  reading: [...below, "store"],
  tls: middle,
  routing: middle,
  screening: [...middle, "reading"],
  outbound: middle,
  webhooks: middle,
  openid: middle,
  telemetry: ["lib", "config"],
  actors: actorDeps,
  http: [...actorDeps, "actors", "mcp", "sdk"],
  smtp: [...actorDeps, "actors"],
  imap: [...actorDeps, "actors"],
  dav: [...actorDeps, "actors"],
  console: [...actorDeps, "actors", "http", "openid"],
  // A package of its own.
  sdk: [],
  mcp: ["lib", "sdk"],
  app: [...actorDeps, "actors", "http", "smtp", "imap", "dav", "console", "telemetry"],
  doctor: [...actorDeps, "actors", "app", "openid", "sdk"],
  sandbox: [...actorDeps, "actors", "http", "smtp", "app"],
  cli: [...actorDeps, "actors", "app", "doctor", "mcp", "sandbox", "sdk"],
  main: ["lib", "config", "store", "reading", "app", "cli"],
};

describe("imports", () => {
  test("every layer is known", () => {
    expect([...new Set(files.map(layerOf))].filter((layer) => !(layer in allowed))).toEqual([]);
  });

  test("go one way", () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter((path) => path.startsWith("."))
        .map((path) => normalize(join(dirname(file), path)))
        .filter((target) => /^(src|actors|migrations|test)\//.test(target))
        .filter((target) => {
          const [from, to] = [layerOf(file), layerOf(target)];
          return from !== to && !allowed[from]?.includes(to);
        })
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("form at most 3 cycles, of at most 3 files, types included", () => {
    const cycles = cyclesOf(
      new Map(
        sources.map(({ file, imports }) => [
          file,
          imports
            .filter((path) => path.startsWith("."))
            .map((path) => normalize(join(dirname(file), path)))
            .filter((target) => files.includes(target)),
        ]),
      ),
    );
    expect(cycles.filter((cycle) => cycle.length > 3)).toEqual([]);
    expect(cycles.length > 3 ? cycles : []).toEqual([]);
    const arrows = {
      a: ["b"],
      b: ["c"],
      c: ["b", "d"],
      d: ["e"],
      e: ["f"],
      f: ["d", "a"],
      g: ["a"],
      h: ["h"],
    };
    expect(cyclesOf(new Map(Object.entries(arrows)))).toEqual([["a", "b", "c", "d", "e", "f"], ["h"]]);
  });

  test("each library of the package has its owners", async () => {
    const owners: Record<string, RegExp> = {
      "@electric-sql/pglite": /^src\/store\/embedded\//,
      "@elysiajs/openapi": /^src\/http\/openapi\//,
      "@modelcontextprotocol/server": /^src\/mcp\//,
      "@opentelemetry/api": /^src\/telemetry\//,
      "@opentelemetry/otlp-transformer": /^src\/telemetry\//,
      "@opentelemetry/resources": /^src\/telemetry\//,
      "@opentelemetry/sdk-logs": /^src\/telemetry\//,
      "@opentelemetry/sdk-metrics": /^src\/telemetry\//,
      "@opentelemetry/sdk-trace": /^src\/telemetry\//,
      "@orama/stemmers": /^src\/mail\/search\/similar-words\.ts$/,
      "@remix-run/multipart-parser": /^src\/http\/multipart\.ts$/,
      "@simplewebauthn/server": /^src\/console\/session\//,
      "openid-client": /^src\/openid\//,
      "@sinclair/typebox": /^src\/(schema|http|sandbox)\//,
      chardet: /^src\/mail\/mime\//,
      croner: /^actors\/runtime\/schedule\.ts$/,
      "css-tree": /^src\/mail\/visible\//,
      parse5: /^src\/mail\/visible\//,
      "css-what": /^src\/mail\/visible\//,
      "dns-packet": /^src\/(lib\/dns|outbound|sandbox)\//,
      "drizzle-orm": /^src\/store\//,
      elysia: /^src\/(http|console)\//,
      fflate: /^src\/(mail\/attached|http\/sdk)\//,
      "html-to-text": /^src\/mail\/compose\//,
      htmlparser2: /^src\/mail\//,
      "ical.js": /^src\/calendar\//,
      "iconv-lite": /^src\/mail\/mime\//,
      imapflow: /^src\/cli\/move\//,
      "ipaddr.js": /^src\/(lib|config|doctor|screening)\//,
      mailauth: /^src\/(outbound|screening)\//,
      marked: /^src\/mail\/html\//,
      "node-forge": /^src\/(lib\/self-signed\.ts$|tls\/)/,
      nodemailer: /^src\/(mail\/(compose|report)|outbound)\//,
      "nth-check": /^src\/mail\/visible\//,
      postgres: /^src\/store\/database\//,
      "reflect-metadata": /^src\/console\/session\//,
      "sanitize-html": /^src\/mail\/html\//,
      saxes: /^src\/(dav|mail\/(report|attached))\//,
      "smtp-server": /^src\/(smtp|sandbox)\//,
      tldts: /^src\/(screening|outbound|mail\/safety)\//,
      unpdf: /^src\/mail\/attached\//,
      uqr: /^src\/console\//,
      "windows-iana": /^src\/calendar\/timezones\//,
    };
    const { dependencies } = (await Bun.file(join(root, "package.json")).json()) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(owners).sort()).toEqual(Object.keys(dependencies).sort());
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .map((path) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"))
        .filter((name) => owners[name] && !owners[name].test(file))
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** Groups of files that all reach each other (Tarjan's strongly connected components), each sorted. */
function cyclesOf(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[][] = [];
  /** @returns the lowest order on the path that the file reaches */
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    path.push(file);
    let lowest = own;
    const targets = arrows.get(file) ?? [];
    for (const target of targets) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (path.includes(target)) lowest = Math.min(lowest, order.get(target)!);
    }
    if (lowest === own) {
      const group = path.splice(path.indexOf(file)).sort();
      if (group.length > 1 || targets.includes(file)) cycles.push(group);
    }
    return lowest;
  };
  for (const file of arrows.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

describe("style", () => {
  const offences = (pattern: RegExp, except: RegExp = /^$/) =>
    sources.flatMap(({ file, text }) =>
      except.test(file)
        ? []
        : code(text)
            .split("\n")
            .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );

  test("a file of more than 400 lines says why in its head", async () => {
    const tests = await Promise.all(
      [...new Bun.Glob("test/**/*.ts").scanSync(root)].map(async (file) => ({
        file,
        text: await Bun.file(join(root, file)).text(),
      })),
    );
    const long = [...sources, ...tests].filter(({ text }) => text.split("\n").length - 1 > 400);
    const silent = long.filter(({ text }) => !/^\/\/ Long: \S/m.test(text.slice(0, 2_000)));
    // Tables of words are read as tables; what a program writes, a line for each field of the API, is not read at all.
    expect(
      silent
        .map(({ file }) => file)
        .filter((file) => !/words|phrases|^src\/sdk\/\w+\/generated\//.test(file)),
    ).toEqual([]);
  });

  test("every file opens with what it owns", () => {
    expect(sources.filter(({ text }) => !/^(#!.*\n)?\/[/*]/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test("no SQL outside the store, but the committer's", () => {
    expect(offences(sqlText, /^(src\/store|actors\/runtime|migrations)\//)).toEqual([]);
    for (const statement of [
      'turn.rows("select 1 from pods where id = $1::uuid")',
      "text: `insert into suppressions (id)",
      'text: "delete from domain_names where domain = $1::text"',
      "`update webhooks w set status = v.status",
      "`with waiting as materialized (select 1)",
      "  from messages m where m.account_id = $1::uuid",
    ]) {
      expect(statement).toMatch(sqlText);
    }
    expect("import { select, unselect } from './select.ts'; // insert into the list").not.toMatch(sqlText);
  });
  test("what leaves passes the gate: the queue has one insert, and one file makes what it takes", () => {
    const queue = "actors/identity/gate/queue.ts";
    const inserts = sources.filter(({ text }) =>
      /\binsert\(\s*outbound\b|insert into outbound\b/i.test(code(text)),
    );
    expect(inserts.map(({ file }) => file)).toEqual([queue]);
    const makers = sources.filter(({ text }) => /\bnew Departure\(/.test(code(text)));
    expect(makers.map(({ file }) => file)).toEqual(["actors/identity/gate/departure.ts"]);
    // A cast would make one too.
    expect(offences(/\bas (unknown as )?Departure\b/)).toEqual([]);
  });
  test("no private symbols of libraries", () => expect(offences(/Symbol\.for\(["'`]drizzle:/)).toEqual([]));
  test("no default exports", () => expect(offences(/^export default /)).toEqual([]));
  test("no any", () => expect(offences(/^(?!\s*(\/\/|\*)).*(: any\b|<any>|as any\b)/)).toEqual([]));
  test("no ignored errors of the type checker", () =>
    expect(offences(/@ts-(ignore|expect-error|nocheck)/)).toEqual([]));
  test("no clock but lib/clock", () =>
    expect(offences(/\bDate\.now\(\)|\bnew Date\(\)/, /^src\/(lib\/clock\.ts$|sdk\/)/)).toEqual([]));
  test("no environment but config", () =>
    expect(offences(/process\.env|Bun\.env/, /^src\/config\/(config|client|process-limits)\.ts$/)).toEqual(
      [],
    ));
  test("no console but the log", () => expect(offences(/\bconsole\.\w+\(/)).toEqual([]));
  test("nothing is left to do in the code", () => expect(offences(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]));
  test("comments use the field's words", () => {
    const found = sources.flatMap(({ file, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (privateWords.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
    for (const comment of [
      "// Whoever has it has it still",
      " * The sender is told of that.",
      "/** Several hearers of one channel. */",
      "  /** Grams of a text. */",
      "// RDATEs, of which the first is the start",
    ])
      expect(comment).toMatch(privateWords);
    expect("const grams = 1;").not.toMatch(privateWords);
    expect("// 12 kilograms").not.toMatch(privateWords);
  });
  test("comments open with their subject, or with an imperative", () => {
    expect(
      openings(sources)
        .filter(({ text }) => pronounFirst.test(text))
        .map(({ at, text }) => `${at}: ${text}`),
    ).toEqual([]);
    const read = (text: string) => openings([{ file: "a.ts", text }]).map((opening) => opening.text);
    expect(read("/** What it is. */\nconst a = 1;")).toEqual(["What it is. */"]);
    expect(read("/**\n * Of a mail.\n * It is long.\n */")).toEqual(["Of a mail."]);
    expect(read("// The rest of it.\n// It goes on.\nwork(); // Whose work.")).toEqual([
      "The rest of it.",
      "Whose work.",
    ]);
    expect("Whose readers of events are woken.").toMatch(pronounFirst);
    expect("Accounts whose event readers wake after the commit.").not.toMatch(pronounFirst);
  });
  test("tests sleep only between looks at a fact, or where a comment says why time passes", async () => {
    const idle = (lines: readonly string[]) =>
      lines.flatMap((line, index) => {
        if (!/\bBun\.sleep\(/.test(line)) return [];
        const before = lines.slice(Math.max(0, index - 6), index + 1).join("\n");
        return /\b(while|for) \(|\/\/ Time: \S/.test(before) ? [] : [index + 1];
      });
    const ordinary = [...new Bun.Glob("test/**/*.test.ts").scanSync(root)].filter(
      (file) => !/^test\/(e2e|chaos|bench|soak|fuzz)\/|\.e2e\.|architecture/.test(file),
    );
    const found = await Promise.all(
      ordinary.map(async (file) =>
        idle((await Bun.file(join(root, file)).text()).split("\n")).map((line) => `${file}:${line}`),
      ),
    );
    expect(found.flat()).toEqual([]);
    expect(idle(["await send();", "await Bun.sleep(100);"])).toEqual([2]);
    expect(idle(["// Time: the greeting delay.", "await Bun.sleep(100);"])).toEqual([]);
  });
  test("exported values are used by another file", async () => {
    const others = [...new Bun.Glob("test/**/*.ts").scanSync(root)];
    const texts = await Promise.all(others.map((file) => Bun.file(join(root, file)).text()));
    const users = new Map<string, number>();
    for (const text of [...sources.map((source) => source.text), ...texts])
      for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
        users.set(word, (users.get(word) ?? 0) + 1);
    const idle = sources
      // Clients have users of their own; every table belongs to the schema that drizzle reads whole.
      .filter(({ file }) => !/^src\/(sdk|store\/tables)\//.test(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)]
          .filter(([, name]) => users.get(name!) === 1)
          .map(([, name]) => `${file}: ${name}`),
      );
    expect(idle).toEqual([]);
  });
  test("no names that say nothing", () =>
    expect(offences(/\b(class|interface) \w*(Manager|Helper|Util)\b/)).toEqual([]));
});

/**
 * Words that a comment does not use, since there is one of the field: the subject that acts (whoever), notify or report
 * (told of), subscriber (hearer), fixture (furnished), greeting delay (manners), trigram (gram), compute (reckon),
 * dependent rows (hangs off), find (come upon), and a clause that stands on its head ("a mail, of which …": whose).
 */
const privateWords =
  /^\s*(?:\/\/|\/?\*).*\b(?:whoever|told of|hearers?|furnish(?:ed|es)?|manners|grams?|reckon(?:ed|s)?|hangs? off|comes? upon|come to nothing)\b|^\s*(?:\/\/|\/?\*).*, of which\b/i;

/** First words after which the subject is missing, or comes last: a reader would have to find it elsewhere. */
const pronounFirst = /^(?:What|Who|Whose|Whom|Of|It|Its|Which|That|Those)\b/;

/** Return the first line of each comment with its place; consecutive line comments are one. */
function openings(files: readonly { file: string; text: string }[]): { at: string; text: string }[] {
  return files.flatMap(({ file, text }) => {
    const lines = text.split("\n");
    return lines.flatMap((line, index) => {
      const before = lines[index - 1] ?? "";
      const opening =
        /^\s*\/\*\*? +(\S.*)/.exec(line)?.[1] ??
        (/^\s*\/\*\*?$/.test(before) ? /^\s*\* ?(.*)/.exec(line)?.[1] : undefined) ??
        (/^\s*\/\//.test(before) ? undefined : /^\s*\/\/ ?(.*)/.exec(line)?.[1]) ??
        /[;,{}(] \/\/ (.*)/.exec(line)?.[1];
      return opening === undefined ? [] : [{ at: `${file}:${index + 1}`, text: opening }];
    });
  });
}

/** A statement's beginning in a string, or a numbered parameter with its type. */
const sqlText =
  /["'`]\s*(select (?!one\b)[\w*$("]|insert into \w|delete from \w|update \w+ (\w+ )?set \b|with (recursive )?\w+ as \b|lock table )|\$\d+::[a-z]/;

/** The text without block comments; line comments stay, since some rules look into them. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""));
}
