// Nodes of a cluster and the parts that lie on them: what is where, and moves of whole parts while servers go on. Citus copies a
// part by logical replication and holds its writers only while it changes over.
// https://docs.citusdata.com/en/stable/admin_guide/cluster_management.html
import { must } from "../../lib/must.ts";
import { type Database, DatabaseUnavailable, type Executor } from "../database/sql.ts";
import { NotACluster } from "./not-a-cluster.ts";
import { partName } from "./parts.ts";

export interface NodeAddress {
  host: string;
  port: number;
}

export interface ClusterNode extends NodeAddress {
  id: number;
  isCoordinator: boolean;
  isActive: boolean;
  /** False: it was given to a part alone, and rebalance leaves it so. */
  takesParts: boolean;
  /** Parts on it; none on the coordinator of more than one node. */
  parts: number[];
  /** Size of its parts, with their indexes. */
  bytes: number;
}

export interface PartSize {
  part: number;
  /** Tables with their indexes. */
  bytes: number;
  /** Null: its node does not answer. */
  accounts: number | null;
}

export interface AccountSize {
  accountId: string;
  part: number;
  addresses: number;
  /** Size of its mail. */
  bytes: number;
}

/** A node as `cluster status` shows it. */
export interface AskedNode extends ClusterNode {
  /** Whether the coordinator reaches it. */
  answers: boolean;
}

export interface ClusterStatus {
  version: string;
  nodes: AskedNode[];
  parts: PartSize[];
  /** The largest ones first. */
  accounts: AccountSize[];
}

/** @param most accounts that are listed; those of nodes that do not answer are not @throws NotACluster; SqlError */
export async function clusterStatus(database: Database, most: number): Promise<ClusterStatus> {
  const parts = partsOfCluster(database);
  const [version] = await database.values("select citus_version()");
  const places = await placesOf(database);
  const sizes: PartSize[] = [];
  const accounts: AccountSize[] = [];
  for (const [part, executor] of parts.entries()) {
    const bytes = places.find((place) => place.part === part)?.bytes ?? 0;
    const size: PartSize = { part, bytes, accounts: null };
    sizes.push(size);
    try {
      const [count] = await executor.values("select count(*)::int from accounts");
      const largest = await executor.rows<Omit<AccountSize, "part">>(
        `select account_id as "accountId", count(*)::int as addresses, sum(storage_bytes)::int8 as bytes
         from identities where deleted_at is null group by account_id order by 3 desc, 1 limit ${most}`,
      );
      accounts.push(...largest.map((account) => ({ ...account, part })));
      size.accounts = must(count, "an aggregate returns one row")[0] as number;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }
  const nodes = nodesWith(await nodesOf(database), places);
  const silent = await silentNodes(database);
  return {
    version: String(version?.[0]),
    nodes: nodes.map((node) => ({
      ...node,
      answers: !silent.some(({ host, port }) => host === node.host && port === node.port),
    })),
    parts: sizes,
    accounts: accounts.sort((a, b) => b.bytes - a.bytes).slice(0, most),
  };
}

/** A part on its node. */
interface PartPlace {
  part: number;
  node: number;
  bytes: number;
}

async function placesOf(database: Database): Promise<PartPlace[]> {
  return database.rows<PartPlace & Record<string, unknown>>(
    `select substr(c.relnamespace::regnamespace::text, 6)::int as part, n.nodeid as node,
            sum(coalesce(s.shard_size, 0))::int8 as bytes
     from citus_shards s join pg_class c on c.oid = s.table_name join pg_dist_node n on (n.nodename, n.nodeport) = (s.nodename, s.nodeport)
     where c.relnamespace::regnamespace::text ~ '^part_[0-9]+$' group by 1, 2 order by 1`,
  );
}

function nodesWith(nodes: readonly BareNode[], places: readonly PartPlace[]): ClusterNode[] {
  return nodes.map((node) => {
    const here = places.filter((place) => place.node === node.id);
    return {
      ...node,
      parts: here.map(({ part }) => part),
      bytes: here.reduce((sum, place) => sum + place.bytes, 0),
    };
  });
}

/** The nodes and what lies on them, by the coordinator's tables: no other node is asked. */
async function layoutOf(database: Database): Promise<ClusterNode[]> {
  const places = await placesOf(database);
  return nodesWith(await nodesOf(database), places);
}

/** Nodes that the coordinator does not reach; none where the database is not spread. */
export async function silentNodes(database: Database): Promise<NodeAddress[]> {
  if (!database.parts) return [];
  return onCoordinator(database, (session) =>
    session.rows<NodeAddress>(
      `select nodename as host, nodeport as port from pg_dist_node
       where noderole = 'primary' and isactive and not citus_check_connection_to_node(nodename, nodeport) order by nodeid`,
    ),
  );
}

/**
 * Adds a node, which gets its copies of the tables that every node has; parts move there by `rebalance`.
 * @returns false: it was one already @throws NotACluster; SqlError; DatabaseUnavailable
 */
export async function addNode(database: Database, { host, port }: NodeAddress): Promise<boolean> {
  partsOfCluster(database);
  const known = (await nodesOf(database)).find((node) => node.host === host && node.port === port);
  if (known?.isCoordinator)
    throw new NotACluster(
      `${host}:${port} is the coordinator. Name another server, whose database of the same name has Citus.`,
    );
  await onCoordinator(database, async (session) => {
    await session.values("select citus_add_node($1::text, $2::int)", [host, port]);
    await session.values("select replicate_reference_tables('auto')");
  });
  return known === undefined;
}

/**
 * Moves parts until each node has as many as the others, but for nodes that one part has alone, and the coordinator has none: a
 * cluster may have begun without other nodes.
 * @param isAll those take parts again, too
 * @returns how many moved @throws NotACluster; SqlError
 */
export async function rebalance(
  database: Database,
  isAll: boolean,
  progress: (step: string) => void,
): Promise<{ moved: number }> {
  partsOfCluster(database);
  if (isAll)
    for (const node of await nodesOf(database))
      if (!node.isCoordinator && !node.takesParts) await letTakeParts(database, node, true);
  let moved = 0;
  for (;;) {
    const all = await layoutOf(database);
    const nodes = all
      .filter(({ isCoordinator, isActive, takesParts }) => isActive && takesParts && !isCoordinator)
      .sort((a, b) => a.parts.length - b.parts.length || a.bytes - b.bytes);
    if (nodes.length === 0)
      throw new NotACluster(
        `No node beside the coordinator takes parts. Add one first: postroom cluster add HOST${insteadOfAdding(all)}`,
      );
    const [few, many] = [nodes[0], nodes.at(-1)];
    const [left] = all.flatMap(({ isCoordinator, parts }) => (isCoordinator ? parts : []));
    if (!few || !many || (left === undefined && many.parts.length - few.parts.length < 2)) return { moved };
    await movePart(database, left ?? must(many.parts[0], "the node with most parts has one"), few, progress);
    moved++;
  }
}

/**
 * Leaves a part alone on a node: the one of an account that needs a node for itself and those who share its part. Other parts
 * of the node go to the nodes that have fewest.
 * @returns the parts that moved @throws NotACluster; UnknownNode; SqlError
 */
export async function isolatePart(
  database: Database,
  { part, node }: { part: number; node: NodeAddress },
  progress: (step: string) => void,
): Promise<{ moved: number[] }> {
  partsOfCluster(database);
  const nodes = await layoutOf(database);
  const target = nodes.find(({ host, port }) => host === node.host && port === node.port);
  if (!target || target.isCoordinator) throw new UnknownNode(node, nodes);
  const others = nodes.filter(
    ({ id, isCoordinator, isActive, takesParts }) =>
      id !== target.id && isActive && takesParts && !isCoordinator,
  );
  const leaving = target.parts.filter((each) => each !== part);
  if (leaving.length > 0 && others.length === 0)
    throw new NotACluster(
      `${node.host}:${node.port} is the only node with parts: add another one first (cluster add).`,
    );
  const moved: number[] = [];
  if (!target.parts.includes(part)) {
    await movePart(database, part, target, progress);
    moved.push(part);
  }
  for (const each of leaving) {
    others.sort((a, b) => a.parts.length - b.parts.length);
    const to = must(others[0], "another node was found above");
    await movePart(database, each, to, progress);
    to.parts.push(each);
    moved.push(each);
  }
  await letTakeParts(database, target, false);
  return { moved };
}

export class UnknownNode extends Error {
  override readonly name = "UnknownNode";

  constructor({ host, port }: NodeAddress, nodes: readonly ClusterNode[]) {
    const known = nodes
      .filter(({ isCoordinator }) => !isCoordinator)
      .map((node) => `${node.host}:${node.port}`);
    super(`${host}:${port} is no node that holds parts. The cluster has ${known.join(", ") || "none"}.`);
  }
}

function partsOfCluster(database: Database): readonly Executor[] {
  if (database.parts) return database.parts;
  throw new NotACluster(
    "This database is not spread over a cluster. Spread it first: postroom cluster prepare --run",
  );
}

type BareNode = Omit<ClusterNode, "parts" | "bytes">;

/** The other way out where a node stands alone; else nothing. */
function insteadOfAdding(nodes: readonly ClusterNode[]): string {
  const isAlone = nodes.some((node) => !node.isCoordinator && node.isActive && !node.takesParts);
  return isAlone
    ? "; or let nodes that one part has alone take others again: postroom cluster rebalance --all"
    : "";
}

async function nodesOf(database: Database): Promise<BareNode[]> {
  return database.rows(
    `select nodeid as id, nodename as host, nodeport as port, groupid = 0 as "isCoordinator", isactive as "isActive",
            shouldhaveshards as "takesParts"
     from pg_dist_node where noderole = 'primary' order by nodeid`,
  );
}

async function letTakeParts(
  database: Database,
  { host, port }: NodeAddress,
  takesParts: boolean,
): Promise<void> {
  await database.values(
    "select citus_set_node_property($1::text, $2::int, 'shouldhaveshards', $3::boolean)",
    [host, port, takesParts],
  );
}

async function movePart(
  database: Database,
  part: number,
  { host, port }: NodeAddress,
  progress: (step: string) => void,
): Promise<void> {
  progress(`${partName(part)} to ${host}:${port}`);
  await onCoordinator(database, (session) =>
    session.values("select citus_schema_move($1::text::regnamespace, $2::text, $3::int)", [
      partName(part),
      host,
      port,
    ]),
  );
}

/** Runs what may take long, and commits on its way. */
async function onCoordinator<T>(database: Database, work: (session: Executor) => Promise<T>): Promise<T> {
  return must(database.alone(work), "a spread database is no embedded one");
}
