// DNS answers as text, asked anew each time: what a diagnosis compares with the records that should be there. RFC 1035
import { getServers } from "node:dns";
import { askInTurn, type askServer, isName, joinedText, type Question, rcodeOf, rcodes } from "./query.ts";

export interface LookUpResult {
  /** The server refused or failed to resolve the name: SERVFAIL, as for wrong DNSSEC signatures. */
  failed: boolean;
  /**
   * Records of the asked type. Hosts in lower case without the root's dot; MX as `10 host`, SRV as `0 1 993
   * host`, TXT joined and without control characters but tabs.
   */
  records: string[];
  /** The answer has DNSSEC signatures. */
  isSigned: boolean;
  /** The server has validated them. */
  isValidated: boolean;
}

/** @throws NoAnswer when no server answers */
export type LookUp = (question: Question) => Promise<LookUpResult>;

/** Milliseconds of the first and the second try. */
const waitsMs = [1500, 3000];

/** @param servers as DNS_SERVERS; null: the system's */
export function createLookUp(servers: readonly string[] | null): LookUp {
  return async (question) => {
    if (!isName(question.name)) return { failed: false, records: [], isSigned: false, isValidated: false };
    const asked = { servers: () => servers ?? getServers(), waitsMs };
    return askInTurn(question, asked, (packet) => readFound(packet, question));
  };
}

type Packet = Awaited<ReturnType<typeof askServer>>;

function readFound(packet: Packet, { type }: Question): LookUpResult {
  const rcode = rcodeOf(packet);
  const answers = packet.answers ?? [];
  return {
    failed: rcode !== rcodes.noError && rcode !== rcodes.noSuchName,
    records: answers.flatMap((answer) => (answer.type === type ? [textOf(answer)] : [])),
    isSigned: answers.some((answer) => answer.type === "RRSIG"),
    isValidated: packet.flag_ad === true,
  };
}

function textOf(answer: NonNullable<Packet["answers"]>[number]): string {
  switch (answer.type) {
    case "TXT":
      // Terminals show it.
      return joinedText(answer.data).replace(/[^\P{Cc}\t]/gu, "\ufffd");
    case "MX":
      return `${answer.data.preference ?? 0} ${bare(answer.data.exchange)}`;
    case "SRV": {
      const { priority = 0, weight = 0, port, target } = answer.data;
      return `${priority} ${weight} ${port} ${bare(target)}`;
    }
    case "A":
    case "AAAA":
    case "CNAME":
    case "NS":
    case "PTR":
      return bare(answer.data);
    default:
      return "";
  }
}

function bare(name: string): string {
  return name.replace(/\.$/, "").toLowerCase();
}

/** The name of an address's PTR record. RFC 1035 3.5, RFC 3596 2.5 @param octets 4 or 16 */
export function reverseName(octets: readonly number[]): string {
  if (octets.length === 4) return `${octets.toReversed().join(".")}.in-addr.arpa`;
  const digits = octets.flatMap((octet) => [octet >> 4, octet & 15]).map((digit) => digit.toString(16));
  return `${digits.reverse().join(".")}.ip6.arpa`;
}
