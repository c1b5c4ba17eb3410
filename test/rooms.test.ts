// Rooms: a concept has one name on every floor, and a README says in a line what the files of a folder share.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: root })].sort();
const read = (path: string) => Bun.file(join(root, path)).text();

/** Each has a line in the table of rooms in src/README.md. */
const rooms = [
  "accounts",
  "addresses",
  "access",
  "domains",
  "message",
  "mailbox",
  "drafts",
  "sending",
  "receiving",
  "reviews",
  "events",
  "calendar",
  "gate",
];

/** Floors, each with what it has beside rooms. */
const floors: Record<string, readonly string[]> = {
  "src/schema": ["common", "envelope"],
  "src/store": [
    "backup",
    "blobs",
    "cluster",
    "database",
    "embedded",
    "maintenance",
    "move",
    "outage",
    "scope",
    "tables",
  ],
  "actors/account": [],
  "actors/identity": [],
  "src/http/resources": ["index"],
  "src/console": ["client", "frame", "pages", "phrases", "routes", "session", "style"],
};

/**
 * Of one name, but not of one thing: a message has a shape, rows and calls (message), and a place that turns change (mailbox);
 * an index lists what its own room has.
 */
const namesakes = new Set(["messages", "index"]);

interface Placed {
  file: string;
  floor: string;
  /** What the floor has: a room or a thing of its own. */
  entry: string;
  /** Without the extension. */
  name: string;
}

/** Files of the floors, each where it stands. */
const placed: Placed[] = scan("{src,actors}/**/*.ts").flatMap((file) => {
  const floor = Object.keys(floors).find((path) => file.startsWith(`${path}/`));
  if (floor === undefined) return [];
  const [first = ""] = file.slice(floor.length + 1).split("/");
  return [{ file, floor, entry: first.replace(/\.ts$/, ""), name: basename(file, ".ts") }];
});

/** A floor's file of its own is named after its room: `drafts.ts`, `calendar-feeds.ts`. */
function roomOf({ file, floor, entry }: Placed): string | undefined {
  if (dirname(file) !== floor) return rooms.find((room) => room === entry);
  return rooms.find((room) => entry === room || entry.startsWith(`${room}-`));
}

describe("rooms", () => {
  test("are named alike on every floor", () => {
    const strange = placed.filter(
      (one) => roomOf(one) === undefined && !floors[one.floor]!.includes(one.entry),
    );
    expect(strange.map(({ file }) => file)).toEqual([]);
    const folders = scan("test/http/*/*.ts").map((file) => file.split("/")[2]!);
    expect(folders.filter((folder) => !rooms.includes(folder))).toEqual([]);
    const used = new Set(placed.map(roomOf));
    expect(rooms.filter((room) => !used.has(room))).toEqual([]);
  });

  test("have all files of one name", () => {
    const found = Map.groupBy(
      placed.filter((one) => roomOf(one) !== undefined && !namesakes.has(one.name)),
      ({ name }) => name,
    );
    const spread = [...found.values()].filter((files) => new Set(files.map(roomOf)).size > 1);
    expect(spread.map((files) => files.map(({ file }) => file))).toEqual([]);
  });

  test("of an address stand on each other, with one arrow up at most", async () => {
    // What was sent is noted on the calendar object that it is about.
    const order = ["message", "mailbox", "gate", "sending", "calendar", "receiving", "drafts", "reviews"];
    const floor = "actors/identity/";
    const arrows = new Set<string>();
    for (const file of scan(`${floor}**/*.ts`)) {
      const from = file.slice(floor.length).split("/")[0]!;
      for (const [, path] of (await read(file)).matchAll(/\bfrom "(\.[^"]+)"/g)) {
        const target = normalize(join(dirname(file), path!));
        const to = target.slice(floor.length).split("/")[0]!;
        if (target.startsWith(floor) && order.indexOf(to) > order.indexOf(from))
          arrows.add(`${from} -> ${to}`);
      }
    }
    expect([...arrows]).toEqual(["sending -> calendar"]);
  });
});

describe("folders", () => {
  const files = scan("{src,actors,test}/**/*").filter((file) => !/__pycache__|node_modules/.test(file));
  const folders = [...new Set(files.map((file) => dirname(file)))].sort();

  test("hold more than one file", () => {
    const lonely = folders.filter(
      (folder) =>
        files.filter((file) => dirname(file) === folder).length === 1 &&
        !folders.some((other) => dirname(other) === folder),
    );
    expect(lonely).toEqual([]);
  });

  test("have a line in a README that says what their files share", async () => {
    const named = new Set<string>();
    for (const document of scan("{src,actors,test}/**/README.md")) {
      const here = dirname(document);
      for (const [, cell] of (await read(document)).matchAll(/^\| ([^|]*) \|/gm))
        for (const [, name] of cell!.matchAll(/`([^`]+)`/g))
          for (const path of [name!, join(here, name!)]) named.add(normalize(path));
    }
    const isRoom = (folder: string) =>
      dirname(folder) in floors && rooms.includes(basename(folder)) && named.has(`src/${basename(folder)}`);
    // Tests stand where what they test stands; those of calls stand in test/http.
    const mirrors = (folder: string) => {
      const own = folder.replace(/^test\//, "");
      if (own === folder) return false;
      return (
        [own, `src/${own}`].some((path) => existsSync(join(root, path))) || rooms.includes(basename(own))
      );
    };
    const packages = /^src\/sdk\//;
    const silent = folders.filter(
      (folder) =>
        !["src", "actors", "test"].includes(folder) &&
        !packages.test(folder) &&
        ![folder, `${dirname(folder)}/*`].some((path) => named.has(path)) &&
        !isRoom(folder) &&
        !mirrors(folder),
    );
    expect(silent).toEqual([]);
  });
});
