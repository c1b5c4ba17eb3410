// Who tries to let a held mail leave: callers of POST /reviews/{id}/approve, and people in the console. Of what its writer has
// withdrawn the owner's key approves too late, and of what has expired a person.
export const deciders = [
  "owner's key",
  "restricted key",
  "another account's key",
  "read",
  "draft",
  "send",
  "approve",
  "revoked approve",
  "revoked key",
  "person",
  "removed member",
  "owner's key, withdrawn",
  "person, too late",
] as const;
export type Decider = (typeof deciders)[number];
