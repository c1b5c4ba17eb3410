// How both databases plan. Statements are planned once, often while tables are still small: never on a plan that reads a
// whole table.
export const planning = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  random_page_cost: "1.1",
  jit: "off",
};
