// What is refused where a database is no cluster, or not one that can do what was asked.

export class NotACluster extends Error {
  override readonly name = "NotACluster";
}
