// Chance of the program is that of src/lib/chance.ts, which a sandbox seeds: each file that asks the system for it stands here, with
// why its chance is no part of a course of events. All others would make one seed give two courses.
import { expect, test } from "bun:test";

const root = new URL("../..", import.meta.url).pathname;
const chance =
  /\b(?:randomBytes|randomFillSync|randomUUID(?:v7)?|getRandomValues|randomInt|Math\.random|generateKeyPair(?:Sync)?)\b|\bgen_random_uuid\(|order by random\(/;

/** By reason: folders end in a slash. */
const systemChance: Record<string, readonly string[]> = {
  "the source itself, and what passes": ["src/lib/chance.ts", "src/lib/ids.ts"],
  "keys of connections, for which the system's chance is the only one": [
    "src/lib/self-signed.ts",
    "src/tls/",
  ],
  "keys of DKIM where no seed gives them": ["src/outbound/dkim.ts"],
  "names on the wire of look-ups and of a port's check": [
    "src/lib/dns/query.ts",
    "src/lib/dns/update.ts",
    "src/app/ports.ts",
  ],
  "octets that nobody reads again as they are": [
    "src/http/write.ts",
    "src/store/backup/",
    "src/store/embedded/reserve.ts",
  ],
  "the other way round: known numbers in its place, when the data directory's template is made": [
    "src/store/embedded/template-world.ts",
  ],
  "programs of the command line, and clients": ["src/doctor/", "src/sdk/", "src/console/client/"],
};

test("chance of the system is for what no course of events shows", async () => {
  const known = Object.values(systemChance).flat();
  const used = new Set<string>();
  const stray: string[] = [];
  for (const file of new Bun.Glob("{src,actors}/**/*.ts").scanSync(root)) {
    const lines = (await Bun.file(`${root}${file}`).text()).split("\n");
    if (!lines.some((line) => chance.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))) continue;
    const place = known.find((each) => (each.endsWith("/") ? file.startsWith(each) : file === each));
    if (place === undefined) stray.push(file);
    else used.add(place);
  }
  expect(stray.sort()).toEqual([]);
  // A place that no longer has one is taken off the list.
  expect(known.filter((place) => !used.has(place))).toEqual([]);
});

const time = /\bDate\.now\(\)|\bnew Date\(\)/;

test("the time of the system is read in the clock alone", async () => {
  const stray: string[] = [];
  for (const file of new Bun.Glob("{src,actors}/**/*.ts").scanSync(root)) {
    if (/^src\/(?:lib\/clock\.ts|sdk\/|cli\/|doctor\/|console\/client\/)/.test(file)) continue;
    const lines = (await Bun.file(`${root}${file}`).text()).split("\n");
    if (lines.some((line) => time.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))) stray.push(file);
  }
  expect(stray).toEqual([]);
});
