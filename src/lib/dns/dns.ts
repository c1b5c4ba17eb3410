// DNS questions to the operator's servers or the system's. A missing record is an empty list; only an error of the resolver
// throws, so that callers can tell "no" from "not now".
import { Resolver } from "node:dns/promises";
import { messageOf } from "../failure.ts";
import { nameToAscii } from "../urls.ts";
import { queryTxt } from "./query.ts";

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
 * @param options.timeoutMs of the first try of a question, 3,000 when left out (Bun rounds up to seconds); the second
 *   and last takes twice as long. Bun keeps answers for their TTL, but not those about TXT, which we ask for ourselves.
 */
export function createDns(options: { servers: readonly string[] | null; timeoutMs?: number }): Dns {
  const timeoutMs = options.timeoutMs ?? 3000;
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (options.servers) resolver.setServers([...options.servers]);
  return {
    mx: (name) =>
      ask(name, async (host) => {
        const records = await resolver.resolveMx(host);
        return records.map((record) => ({
          preference: record.priority,
          exchange: bareName(record.exchange),
        }));
      }),
    ipv4: (name) => ask(name, (host) => resolver.resolve4(host)),
    ipv6: (name) => ask(name, (host) => resolver.resolve6(host)),
    txt: (name) => ask(name, (host) => queryTxt(host, { servers: resolver.getServers(), timeoutMs })),
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

async function ask<T>(name: string, question: (host: string) => Promise<T[]>): Promise<T[]> {
  const host = bareName(name);
  if (host === "" || host.length > 253) return [];
  try {
    return (await question(host)) ?? [];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOTFOUND" || code === "ENODATA" || code === "EBADNAME") return [];
    throw new DnsTrouble(`DNS: ${messageOf(error)}`);
  }
}

/** Lower-case A-labels without the root's dot; "" for text that is not a name. */
function bareName(name: string): string {
  const bare = name.endsWith(".") ? name.slice(0, -1) : name;
  // domainToASCII refuses underscores on some platforms and reads numbers as addresses: only use it where it is needed
  return /^[\u0000-\u007f]*$/.test(bare) ? bare.toLowerCase() : nameToAscii(bare);
}
