// `cluster prepare`: what spreads the tables over a cluster of Citus, by account.
import { NotACluster, prepareCluster } from "../store/cluster/prepare.ts";
import { tableKinds } from "../store/cluster/table-kinds.ts";
import { openDatabase } from "../store/database/database.ts";
import { CommandError, type LocalCommand, ok } from "./context.ts";

/** More than a cluster has nodes for long: parts move between nodes, and are not divided. */
const defaultParts = "16";

export const clusterPrepare: LocalCommand = {
  name: "cluster prepare",
  usage: "[--run] [--parts N]",
  summary: "say how the tables are spread over a Citus cluster, by account; or do it",
  options: [
    {
      name: "run",
      summary:
        "do it in the database of DATABASE_URL, which has Citus: first stop all servers and make a backup, the only way back",
    },
    {
      name: "parts",
      value: "N",
      summary: `into so many parts, each of which lies on one node; default ${defaultParts}`,
    },
  ],
  positionals: [],
  async runHere(config, { options }, progress) {
    const parts = Number(options.parts ?? defaultParts);
    if (!Number.isInteger(parts) || parts < 1 || parts > 256)
      throw new CommandError("--parts takes a number from 1 to 256.");
    if (!options.run) return ok(printed(parts));
    const { databaseUrl, databaseDirectUrl, dataDir } = config;
    if (databaseUrl === null)
      throw new CommandError(
        "The embedded database is one process on one machine. Set DATABASE_URL to the coordinator of a cluster.",
      );
    const database = await openDatabase({ databaseUrl: databaseDirectUrl ?? databaseUrl, dataDir });
    try {
      return ok(`${await prepareCluster(database, parts, progress)} steps ran.`);
    } catch (error) {
      throw error instanceof NotACluster ? new CommandError(error.message) : error;
    } finally {
      await database.close();
    }
  },
};

function printed(parts: number): string {
  const ofKind = (wanted: string) => [...tableKinds].filter(([, { kind }]) => kind === wanted);
  return [
    `Accounts are spread over ${parts} parts. A part is a schema with all tables of its accounts, and lies on one node:`,
    `  ${ofKind("distributed")
      .map(([name]) => name)
      .join(", ")}`,
    "Tables that every node has a copy of:",
    ...ofKind("reference").map(([name, { why }]) => `  ${name}: ${why}`),
    "Tables that stay on the coordinator alone:",
    ...ofKind("local").map(([name, { why }]) => `  ${name}: ${why}`),
    "Before --run, stop all servers and make a backup (postroom backup DIR), which is the only way back. Then, on the coordinator:",
    "  create extension citus; select citus_set_coordinator_host('HOST'); select citus_add_node('HOST', 5432);",
    "Rows that are there move along. Events are ordered by the transactions of the coordinator, so servers connect to that one alone.",
  ].join("\n");
}
