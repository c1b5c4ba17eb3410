// A request of somebody who is signed in, as every page and form of an account receives it.
import type { Auth, HttpDeps } from "../../http/context.ts";
import type { OpenedAccount } from "../../store/access/members.ts";
import type { Scope } from "../../store/scope.ts";
import type { Origin, Role } from "../../store/tables/index.ts";
import type { Visit } from "../session/session.ts";

/** A request of a person who is signed in, in the account that it is about. */
export interface Here {
  deps: HttpDeps;
  request: Request;
  url: URL;
  visit: Visit;
  /** The token of forms. */
  csrf: string;
  account: OpenedAccount;
  /** All accounts that the session opens. */
  accounts: readonly OpenedAccount[];
  role: Role;
  /** The person, as threads are assigned to them. */
  personId: string;
  email: string | null;
  scope: Scope;
  /** The person as the API's own functions know a caller: one that reaches the whole account. */
  auth: Auth;
  /** For the audit trail. */
  origin: Origin;
  /** Milliseconds since the epoch. */
  now: number;
}

export function setCookies(cookies: readonly string[]): [string, string][] {
  return cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
}
