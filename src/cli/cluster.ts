// `cluster prepare`: what spreads the tables over a cluster of Citus, by account.
import { crossings } from "../store/cluster/crossing.ts";
import { NotACluster, prepareCluster, prepareSteps } from "../store/cluster/prepare.ts";
import { tableKinds } from "../store/cluster/table-kinds.ts";
import { openDatabase } from "../store/database/database.ts";
import { CommandError, type LocalCommand, ok } from "./context.ts";

export const clusterPrepare: LocalCommand = {
  name: "cluster prepare",
  usage: "[--run]",
  summary:
    "print the statements that spread the tables over a cluster of Citus, and what it could not run yet",
  options: [{ name: "run", summary: "run them in DATABASE_URL, which has Citus; servers are stopped" }],
  positionals: [],
  async runHere(config, { options }, progress) {
    if (!options.run) return ok(printed());
    const { databaseUrl, databaseDirectUrl, dataDir } = config;
    if (databaseUrl === null)
      throw new CommandError(
        "The embedded database is one process on one machine. Set DATABASE_URL to the coordinator of a cluster.",
      );
    const database = await openDatabase({ databaseUrl: databaseDirectUrl ?? databaseUrl, dataDir });
    try {
      return ok(`${await prepareCluster(database, progress)} statements ran.`);
    } catch (error) {
      throw error instanceof NotACluster ? new CommandError(error.message) : error;
    } finally {
      await database.close();
    }
  },
};

function printed(): string {
  const kept = [...tableKinds].filter(([, { kind }]) => kind === "local");
  const refused = crossings.filter(({ onCitus }) => onCitus === "refused");
  return [
    "-- Postroom on Citus: https://docs.citusdata.com. Not tried on a cluster yet: see the end.",
    "-- On the coordinator, with servers stopped, once the extension is there and the nodes are added.",
    ...prepareSteps().map(({ sql, why }) => `${sql}; -- ${why}`),
    "",
    "-- Tables that stay on the coordinator:",
    ...kept.map(([name, { why }]) => `--   ${name}: ${why}`),
    "-- Citus runs these on a single shard only; until they are changed, a server does not work on more than one:",
    ...refused.map(({ what, plan }) => `--   ${what}: ${plan}`),
    "-- The order of events is that of transactions of one coordinator: servers connect to it alone.",
  ].join("\n");
}
