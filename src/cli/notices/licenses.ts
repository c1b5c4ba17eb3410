// Cli: `licenses`: what the program is made of and under which licences, as a text or as a list of components (CycloneDX).
import { join, resolve } from "node:path";
import { version } from "../../../package.json" with { type: "json" };
import { type ClientCommand, ok } from "../context.ts";
import { noticesName, type PackageNotice, packageNotices } from "./packages.ts";
import { type PartNotice, partNotices } from "./runtime.ts";

export const licenses: ClientCommand = {
  name: "licenses",
  usage: "[--sbom]",
  summary: "print the licences of everything in this program",
  options: [{ name: "sbom", summary: "print the packages as a list of components, CycloneDX 1.6 JSON" }],
  positionals: [],
  examples: ["postroom licenses --sbom > postroom.cdx.json"],
  async runClient({ options }) {
    const packages = await readPackages();
    const parts = partNotices(Bun.version);
    return ok(
      options.sbom ? JSON.stringify(componentsOf(parts, packages), null, 2) : noticesText(parts, packages),
    );
  },
};

/** From the executable, else from the lock file and node_modules of the source. */
async function readPackages(): Promise<PackageNotice[]> {
  const packed = Bun.file(join(import.meta.dir, noticesName));
  if (await packed.exists()) return (await packed.json()) as PackageNotice[];
  return packageNotices(resolve(import.meta.dir, "../../.."));
}

const rule = "=".repeat(80);

/** A list of all, then each text once, with the names of those that it is the text of. */
function noticesText(parts: readonly PartNotice[], packages: readonly PackageNotice[]): string {
  const list = [...parts, ...packages.map((one) => ({ ...one, name: nameOf(one) }))];
  const owners = new Map<string, string[]>();
  for (const { name, text } of parts) owners.set(text, [name]);
  for (const one of packages)
    for (const text of one.texts) {
      const names = owners.get(text) ?? [];
      owners.set(text, names);
      names.push(nameOf(one));
    }
  return [
    `Postroom ${version} is licensed under Apache-2.0. In it are, each under its own licence:`,
    "",
    ...list.map(({ name, license }) => `${name}  (${license})`),
    ...[...owners].flatMap(([text, names]) => ["", rule, names.join(", "), rule, "", text]),
  ].join("\n");
}

function nameOf({ name, version: its }: PackageNotice): string {
  return `${name} ${its}`;
}

/** CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json */
function componentsOf(parts: readonly PartNotice[], packages: readonly PackageNotice[]): object {
  const component = (type: string, name: string, its: string, license: string, purl?: string) => ({
    type,
    name,
    version: its,
    licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    ...(purl === undefined ? {} : { "bom-ref": purl, purl }),
  });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: component("application", "postroom", version, "Apache-2.0") },
    components: [
      component("platform", "bun", Bun.version, "MIT", `pkg:npm/bun@${Bun.version}`),
      ...parts.flatMap(({ component: part, license }) =>
        part === null ? [] : [component("library", part.name, part.version, license, part.purl)],
      ),
      ...packages.map((one) =>
        component(
          "library",
          one.name,
          one.version,
          one.license,
          `pkg:npm/${one.name.replace("@", "%40")}@${one.version}`,
        ),
      ),
    ],
  };
}
