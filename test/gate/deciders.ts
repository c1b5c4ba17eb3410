// Who tries to let a held mail leave: callers of POST /reviews/{id}/approve, people in the console, who has the link of a reviewer
// that the address does not name (any more), and the service's operator, who releases and retries all that is queued. Of what its
// writer has withdrawn the owner's key approves too late, and of what has expired a person.
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
  "link of no reviewer",
  "operator's queue",
  "owner's key, withdrawn",
  "person, too late",
] as const;
export type Decider = (typeof deciders)[number];
