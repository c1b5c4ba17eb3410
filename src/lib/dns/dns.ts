// DNS questions to the operator's servers or the system's. A missing record is an empty list; only an error of the resolver
// throws, so that callers can tell "no" from "not now".
import { getServers } from "node:dns";
import { messageOf } from "../failure.ts";
import { nameToAscii } from "../urls.ts";
import { joinedText, queryRecords, type RecordType } from "./query.ts";

/** The resolver failed or gave no usable answer: the caller may try again later. */
export class DnsTrouble extends Error {
  override readonly name = "DnsTrouble";
}

export interface MxRecord {
  readonly preference: number;
  /** lower-case A-labels without the root's dot; "" for a null MX */
  readonly exchange: string;
}

/** Each function returns [] when the name or record does not exist. @throws DnsTrouble when the resolver gives no answer */
export interface Dns {
  mx(name: string): Promise<MxRecord[]>;
  ipv4(name: string): Promise<string[]>;
  ipv6(name: string): Promise<string[]>;
  /** each record's strings joined */
  txt(name: string): Promise<string[]>;
}

/**
 * @param options.servers `address` or `address:port`, IPv6 in brackets before a port; null: the system's
 * @param options.timeoutMs of the first try of a question at each server, 3,000 when left out; the second and last takes twice
 *   as long. Nothing is kept: who asks often keeps the answers.
 */
export function createDns(options: { servers: readonly string[] | null; timeoutMs?: number }): Dns {
  const timeoutMs = options.timeoutMs ?? 3000;
  async function ask<T extends RecordType>(name: string, type: T) {
    const host = bareName(name);
    try {
      return await queryRecords(
        { name: host, type },
        { servers: options.servers ?? getServers(), timeoutMs },
      );
    } catch (error) {
      throw new DnsTrouble(`DNS: ${messageOf(error)}`);
    }
  }
  return {
    async mx(name) {
      const records = await ask(name, "MX");
      return records.map(({ data: { preference = 0, exchange } }) => ({
        preference,
        exchange: bareName(exchange),
      }));
    },
    ipv4: async (name) => (await ask(name, "A")).map(({ data }) => data),
    ipv6: async (name) => (await ask(name, "AAAA")).map(({ data }) => data),
    txt: async (name) => (await ask(name, "TXT")).map(({ data }) => joinedText(data)),
  };
}

/** Both families, IPv4 first. One of them may fail while the other answers. */
export async function addressesOf(dns: Dns, name: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([dns.ipv4(name), dns.ipv6(name)]);
  const found = [
    ...(four.status === "fulfilled" ? four.value : []),
    ...(six.status === "fulfilled" ? six.value : []),
  ];
  const failed = four.status === "rejected" ? four : six.status === "rejected" ? six : null;
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}

/** Lower-case A-labels without the root's dot; "" for text that is not a name. */
function bareName(name: string): string {
  const bare = name.endsWith(".") ? name.slice(0, -1) : name;
  // domainToASCII refuses underscores on some platforms and reads numbers as addresses: only use it where it is needed
  return /^[\u0000-\u007f]*$/.test(bare) ? bare.toLowerCase() : nameToAscii(bare);
}
