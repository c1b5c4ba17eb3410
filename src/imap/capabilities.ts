// The capabilities that the server announces. RFC 9051 6.1.1: they change when the client logs in or starts TLS.
import { isLoopback } from "../lib/networks.ts";
import { authenticatedLimits } from "./wire/limits.ts";

/** The state that the announced capabilities depend on. */
export interface Announcing {
  login: unknown;
  connection: { isSecure: boolean; isCompressed: boolean; remoteAddress: string };
  deps: { allowPlaintextAuth: "never" | "loopback" };
}

const always = ["IMAP4rev1", "IMAP4rev2", "LITERAL+", "SASL-IR", "ENABLE", "ID"];

const authenticated = [
  "NAMESPACE",
  "IDLE",
  "UIDPLUS",
  "MOVE",
  "UNSELECT",
  "CHILDREN",
  "SPECIAL-USE",
  "CREATE-SPECIAL-USE",
  "LIST-EXTENDED",
  "LIST-STATUS",
  "STATUS=SIZE",
  "CONDSTORE",
  "QRESYNC",
  "ESEARCH",
  "SEARCHRES",
  "PARTIAL",
  "WITHIN",
  "SORT",
  "SORT=DISPLAY",
  "ESORT",
  "CONTEXT=SEARCH",
  "CONTEXT=SORT",
  "THREAD=ORDEREDSUBJECT",
  "THREAD=REFERENCES",
  "BINARY",
  "MULTIAPPEND",
  "CATENATE",
  "REPLACE",
  `APPENDLIMIT=${authenticatedLimits.message}`,
  "OBJECTID",
  "SAVEDATE",
  "PREVIEW",
  "QUOTA",
  "QUOTA=RES-STORAGE",
  "UTF8=ACCEPT",
  "NOTIFY",
  "UIDONLY",
];

export function capabilitiesOf(session: Announcing): string[] {
  if (session.login)
    return [...always, ...authenticated, ...(session.connection.isCompressed ? [] : ["COMPRESS=DEFLATE"])];
  const login = mayLogIn(session) ? ["AUTH=PLAIN"] : ["LOGINDISABLED"];
  return [...always, ...(session.connection.isSecure ? [] : ["STARTTLS"]), ...login];
}

/** Passwords are accepted under TLS, and in the clear from this machine where the settings allow it. DECISIONS Settings and command line: ALLOW_PLAINTEXT_AUTH */
export function mayLogIn({ connection, deps }: Announcing): boolean {
  return (
    connection.isSecure || (deps.allowPlaintextAuth === "loopback" && isLoopback(connection.remoteAddress))
  );
}
