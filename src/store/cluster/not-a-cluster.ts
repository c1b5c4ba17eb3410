// The refusal of what a database cannot do that is no cluster, or not one that has what was asked for.

export class NotACluster extends Error {
  override readonly name = "NotACluster";
}
