// Why another machine could not be spoken to, in an operator's words, and what to do about it: read from the codes of the runtime and
// of its TLS library, or from their words where a library between has dropped the code. Openers of connections add what their own
// settings are called.
import { messageOf } from "./failure.ts";

export type PeerFault =
  | "no_tls"
  | "unknown_authority"
  | "other_name"
  | "expired"
  | "not_yet_valid"
  | "refused"
  | "no_name"
  | "no_dns"
  | "no_route"
  | "silent"
  | "cut";

export interface PeerTrouble {
  fault: PeerFault;
  /** Half a sentence, such as "nothing listens there". */
  cause: string;
  /** Whole sentences. */
  remedy: string;
}

interface Sign extends PeerTrouble {
  codes: RegExp;
  words: RegExp;
}

const compareClock = "Compare this machine's clock too: date -u.";

/** Words of node's resolver, surer than its codes: those are of any other server too. */
const ofResolver = /\bquery[A-Z]\w* (ECONNREFUSED|EREFUSED|ETIMEOUT|ESERVFAIL)\b/;

const noDns: Sign = {
  fault: "no_dns",
  codes: /^(EAI_AGAIN|DNS_ETIMEOUT|DNS_ESERVFAIL|DNS_ECONNREFUSED|DNS_EREFUSED|ESERVFAIL)$/,
  words: /\bEAI_AGAIN\b|^DNS: /,
  cause: "DNS does not answer",
  remedy: "Look at /etc/resolv.conf, and at the way to the resolver that it names.",
};

const signs: readonly Sign[] = [
  {
    fault: "no_tls",
    codes: /^(ERR_SSL_)?(WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|TLSHandshakeFailed)$/,
    words: /WRONG_VERSION_NUMBER|wrong version number|HTTP_REQUEST|Does the server speak TLS/,
    cause: "what listens there does not speak TLS",
    remedy:
      "Name the port at which TLS begins at once; the URL's scheme without TLS is for servers of this machine or of a network that you trust.",
  },
  {
    fault: "unknown_authority",
    codes:
      /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED)$/,
    words: /unable to (verify the first|get (local )?issuer) certificate|self[- ]signed certificate/,
    cause: "this machine trusts nobody who has signed its certificate",
    remedy:
      "Let it send its whole chain (fullchain.pem); where the authority is your own, start this program with NODE_EXTRA_CA_CERTS=/path/to/its-root.pem in the environment.",
  },
  {
    fault: "other_name",
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    words: /does not match certificate's altnames|ALTNAME_INVALID/,
    cause: "its certificate is of another name",
    remedy: "Write the name that its certificate has, or let it get one for this name.",
  },
  {
    fault: "expired",
    codes: /^CERT_HAS_EXPIRED$/,
    words: /certificate has expired/,
    cause: "its certificate has expired",
    remedy: `Who runs it has to renew it. ${compareClock}`,
  },
  {
    fault: "not_yet_valid",
    codes: /^CERT_NOT_YET_VALID$/,
    words: /certificate is not yet valid/,
    cause: "its certificate is not valid yet",
    remedy: compareClock,
  },
  noDns,
  {
    fault: "refused",
    codes: /^(ECONNREFUSED|ConnectionRefused)$/,
    words: /\bECONNREFUSED\b/,
    cause: "nothing listens there",
    remedy: "Start it, or correct its host and port.",
  },
  {
    fault: "no_name",
    codes: /^(ENOTFOUND|ENODATA|DNS_ENOTFOUND)$/,
    words: /\bENOTFOUND\b/,
    cause: "DNS does not know the name",
    remedy: "Correct the host.",
  },
  {
    fault: "no_route",
    codes: /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
    words: /\b(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)\b/,
    cause: "no way leads there from this machine",
    remedy:
      "Look at its address, at this machine's routes (ip route get ADDRESS), and at IPv6 where the address is one.",
  },
  {
    fault: "cut",
    codes:
      /^(ECONNRESET|EPIPE|ERR_SOCKET_CLOSED|CONNECTION_CLOSED|CONNECTION_ENDED|NoConnection|ECONNECTION)$/,
    words: /\bECONNRESET\b|socket connection was closed|disconnected before secure TLS|closed unexpectedly/i,
    cause: "the other side ended the connection",
    remedy:
      "Look whether the port is the right one (one that begins with TLS ends what is not, and the contrary), at its log, and at proxies between.",
  },
  {
    fault: "silent",
    codes: /^(E?TIMEDOUT|ETIMEOUT|ESOCKET_TIMEOUT|CONNECT_TIMEOUT|TimeoutError)$/,
    words:
      /^Timeout$|\b(ETIMEDOUT|CONNECT_TIMEOUT)\b|timed out|No connection within|no answer within|Greeting never received/i,
    cause: "it does not answer",
    remedy: "Look whether it runs, at its host and port, and at firewalls between.",
  },
];

/** @returns null: nothing is known to say */
export function peerTrouble(error: unknown): PeerTrouble | null {
  const codes = codesOf(error);
  const text = messageOf(error);
  if (ofResolver.test(text)) return noDns;
  // A code is surer than words.
  return (
    signs.find((sign) => codes.some((code) => sign.codes.test(code))) ??
    signs.find(({ words }) => words.test(text)) ??
    null
  );
}

/** The message of an error with its cause in front, where that is known. @param said the message in the opener's own form */
export function peerMessage(error: unknown, said = messageOf(error).replace(/\.$/, "")): string {
  const trouble = peerTrouble(error);
  return trouble === null || said.startsWith(trouble.cause) ? said : `${trouble.cause} (${said})`;
}

/**
 * The remedy of an error, and then what the opener of the connection says itself.
 * @param unknown what to do where no fault is known
 */
export function peerRemedy(error: unknown, own: string, unknown = ""): string {
  const deed = peerTrouble(error)?.remedy ?? unknown;
  return deed === "" ? own : `${deed} ${own}`;
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [error.name];
  return [...own, ...inner, ...codesOf(error.cause)];
}
