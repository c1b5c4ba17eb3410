// Who tries to let a held mail leave: callers of POST /reviews/{id}/approve, people in the console and by the link of their mail,
// and the service's operator, who releases and retries all that is queued. A decision is in force ten seconds later, if who made
// it may decide then. Of what its writer has
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
  "link",
  "link, then removed",
  "link of a removed member",
  "operator's queue",
  "owner's key, withdrawn",
  "person, too late",
] as const;
export type Decider = (typeof deciders)[number];
