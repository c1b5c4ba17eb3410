// `cluster prepare`: what spreads the tables over a cluster of Citus, by account.
import { crossings } from "../store/cluster/crossing.ts";
import { NotACluster, type PreparationStep, prepareCluster, prepareSteps } from "../store/cluster/prepare.ts";
import { tableKinds } from "../store/cluster/table-kinds.ts";
import { openDatabase } from "../store/database/database.ts";
import { CommandError, type LocalCommand, ok } from "./context.ts";

export const clusterPrepare: LocalCommand = {
  name: "cluster prepare",
  usage: "[--run]",
  summary:
    "print the statements that distribute the tables over a Citus cluster, and which of the program's statements it cannot run yet",
  options: [
    {
      name: "run",
      summary:
        "run it in the database of DATABASE_URL, which has Citus: first stop all servers and make a backup, the only way back",
    },
  ],
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
    "-- Spreads the tables of this version over a cluster of Citus (https://docs.citusdata.com), by account. It is for trials: a server",
    "-- does not work on more than one node yet, for the reasons at the end, and nothing of this was run on a cluster so far.",
    "-- Before it, stop all servers and make a backup (postroom backup DIR), which is the only way back. Then, on the coordinator:",
    "--   create extension citus; select citus_set_coordinator_host('HOST'); select citus_add_node('HOST', 5432);",
    "-- Rows that are there move along. With --run each statement is a transaction, and tables that are placed already are left out.",
    ...grouped(prepareSteps()),
    "",
    "-- Tables that stay on the coordinator alone:",
    ...kept.map(([name, { why }]) => `--   ${name}: ${why}`),
    "",
    "-- Why a server does not work on several nodes yet. Citus refuses these statements, as it would have to run them on several shards:",
    ...refused.flatMap(({ what, plan }) => [`--   ${what}`, `--     planned: ${plan}`]),
    "-- Events are ordered by the transactions of one coordinator, so servers may connect to that one alone.",
  ].join("\n");
}

/** Statements in their order; those that follow each other for one reason are under it. */
function* grouped(steps: readonly PreparationStep[]): Generator<string> {
  for (const [n, { sql, why }] of steps.entries()) {
    const isLike = (other: PreparationStep | undefined) => other?.why === why;
    if (!isLike(steps[n - 1]) && !isLike(steps[n + 1])) {
      yield `${sql}; -- ${why}`;
      continue;
    }
    if (!isLike(steps[n - 1])) yield* ["", `-- ${why}:`];
    yield `${sql};`;
  }
}
