// `cluster prepare|status|add|rebalance|isolate`: what spreads the tables over a cluster of Citus, by account, and the nodes
// that its parts lie on.
import type { Config } from "../config/config.ts";
import { isUuid } from "../lib/ids.ts";
import { getAccount } from "../store/accounts/accounts.ts";
import {
  addNode,
  type ClusterStatus,
  clusterStatus,
  isolatePart,
  type NodeAddress,
  rebalance,
  UnknownNode,
} from "../store/cluster/nodes.ts";
import { NotACluster } from "../store/cluster/not-a-cluster.ts";
import { prepareCluster } from "../store/cluster/prepare.ts";
import { tableKinds } from "../store/cluster/table-kinds.ts";
import { openDatabase } from "../store/database/database.ts";
import type { Database } from "../store/database/sql.ts";
import { CommandError, type LocalCommand, ok, table } from "./context.ts";

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
    return onCluster(config, async (database) =>
      ok(`${await prepareCluster(database, parts, progress)} steps ran.`),
    );
  },
};

export const clusterStatusCommand: LocalCommand = {
  name: "cluster status",
  usage: "[--json]",
  summary: "show the nodes of the cluster, what lies on each, and the largest accounts",
  options: [{ name: "json", summary: "print as JSON" }],
  positionals: [],
  runHere: (config, { options }) =>
    onCluster(config, async (database) => {
      const status = await clusterStatus(database, 20);
      return ok(options.json ? JSON.stringify(jsonOf(status)) : textOf(status));
    }),
};

export const clusterAdd: LocalCommand = {
  name: "cluster add",
  usage: "HOST[:PORT]",
  summary: "add a node, on which Citus is installed; servers go on meanwhile",
  options: [],
  positionals: ["HOST[:PORT]"],
  runHere: (config, { positionals: [node = ""] }) =>
    onCluster(config, async (database) => {
      const address = addressOf(node);
      const isNew = await addNode(database, address);
      return ok(
        `${address.host}:${address.port} ${isNew ? "is a node now" : "was a node already"}. Move parts to it with: postroom cluster rebalance`,
      );
    }),
};

export const clusterRebalance: LocalCommand = {
  name: "cluster rebalance",
  usage: "[--all]",
  summary: "move parts until each node has as many as the others; servers go on meanwhile",
  options: [{ name: "all", summary: "nodes that one part has alone (cluster isolate) take others again" }],
  positionals: [],
  runHere: (config, { options }, progress) =>
    onCluster(config, async (database) => {
      const { moved } = await rebalance(database, options.all === true, progress);
      return ok(
        moved === 0 ? "Nothing moved: the nodes have as many parts as each other." : `${partsMoved(moved)}.`,
      );
    }),
};

export const clusterIsolate: LocalCommand = {
  name: "cluster isolate",
  usage: "ACCOUNT HOST[:PORT]",
  summary:
    "leave the part of an account, and so those that share it, alone on a node; servers go on meanwhile",
  options: [],
  positionals: ["ACCOUNT", "HOST[:PORT]"],
  runHere: (config, { positionals: [account = "", node = ""] }, progress) =>
    onCluster(config, async (database) => {
      const part = isUuid(account) ? database.partOf?.(account) : undefined;
      if (part === undefined || (await getAccount(database, account)) === null)
        throw new CommandError(`There is no account "${account}". List them with: postroom accounts list`);
      const { moved } = await isolatePart(database, { part, node: addressOf(node) }, progress);
      return ok(`Part ${part} is alone on ${node}; ${partsMoved(moved.length)}.`);
    }),
};

async function onCluster<T>(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (databaseUrl === null)
    throw new CommandError(
      "The embedded database is one process on one machine. Set DATABASE_URL to the coordinator of a cluster.",
    );
  const database = await openDatabase({ databaseUrl: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    return await work(database);
  } catch (error) {
    if (error instanceof NotACluster || error instanceof UnknownNode) throw new CommandError(error.message);
    throw error;
  } finally {
    await database.close();
  }
}

function addressOf(node: string): NodeAddress {
  const [, host = "", port = "5432"] =
    /^([A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?$/.exec(node) ?? [];
  if (host === "" || Number(port) < 1 || Number(port) > 65_535)
    throw new CommandError(`"${node}" is no host with a port, such as worker1.internal:5432.`);
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

function textOf({ version, nodes, parts, accounts }: ClusterStatus): string {
  const nodeOf = (part: number) => nodes.find((node) => node.parts.includes(part));
  return [
    version,
    "",
    table(
      ["NODE", "STATE", "PARTS", "ACCOUNTS", "BYTES"],
      nodes.map((node) => [
        `${node.host}:${node.port}`,
        stateOf(node),
        node.parts.join(" ") || "-",
        accountsOn(node, parts),
        String(node.bytes),
      ]),
    ),
    "",
    table(
      ["LARGEST ACCOUNTS", "PART", "NODE", "ADDRESSES", "BYTES OF MAIL"],
      accounts.map(({ accountId, part, addresses, bytes }) => {
        const node = nodeOf(part);
        return [
          accountId,
          String(part),
          node ? `${node.host}:${node.port}` : "-",
          String(addresses),
          String(bytes),
        ];
      }),
    ),
  ].join("\n");
}

function accountsOn(node: ClusterStatus["nodes"][number], parts: ClusterStatus["parts"]): string {
  const counts = parts.filter(({ part }) => node.parts.includes(part)).map(({ accounts }) => accounts);
  const sum = counts.reduce((all, count) => (all === null || count === null ? null : all + count), 0);
  return sum === null ? "no answer" : String(sum);
}

function stateOf({ isCoordinator, isActive, answers, takesParts }: ClusterStatus["nodes"][number]): string {
  if (isCoordinator) return "coordinator";
  if (!answers) return "no answer";
  if (!isActive) return "not active";
  return takesParts ? "active" : "one part alone";
}

function jsonOf({ version, nodes, parts, accounts }: ClusterStatus): object {
  return {
    version,
    nodes: nodes.map((node) => ({
      host: node.host,
      port: node.port,
      state: stateOf(node),
      parts: node.parts,
      bytes: node.bytes,
    })),
    parts,
    accounts: accounts.map(({ accountId, ...account }) => ({ account_id: accountId, ...account })),
  };
}

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

const partsMoved = (count: number) => (count === 1 ? "1 part moved" : `${count} parts moved`);
