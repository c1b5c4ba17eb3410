// How both databases plan. Statements are planned once, often while tables are still small: never on a plan that reads a
// whole table. A step over some rows names them by `ctid = any(array(select ctid … limit …))`, which runs the subquery once:
// joined to it, a plan made on a small table runs it again for each row of the table, and `skip locked` then takes them all.
export const planning = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  random_page_cost: "1.1",
  jit: "off",
  // The same statements again and again: planning each anew costs more than most of them take. PostgreSQL 20.7.4
  plan_cache_mode: "force_generic_plan",
};
