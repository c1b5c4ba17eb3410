// The service's own domains, as the world's resolver and senders of mail ask for them: names are read anew when turns have run since.
import type { Database } from "../store/database/database.ts";
import { claimedNames, domainClaims, type FullDomain, servedDomains } from "../store/domains/domains.ts";

export interface OwnDomainsOptions {
  /** Null: it is not open yet. */
  database(): Database | null;
  /** Turns that were run: none adds a domain without one. */
  turnsRun(): number;
}

export class OwnDomains {
  readonly #options: OwnDomainsOptions;
  #known: { turns: number; names: Promise<ReadonlySet<string>> } | null = null;

  constructor(options: OwnDomainsOptions) {
    this.#options = options;
  }

  /** Every account's claim of this name. */
  async claims(name: string): Promise<FullDomain[]> {
    const database = this.#options.database();
    if (database === null || !(await this.#names(database)).has(name)) return [];
    return domainClaims(database, name);
  }

  /** The names among these whose mail the service takes. */
  async hosted(names: readonly string[]): Promise<ReadonlySet<string>> {
    const database = this.#options.database();
    if (database === null) return new Set();
    const claimed = await this.#names(database);
    const asked = names.filter((name) => claimed.has(name));
    return new Set(await servedDomains(database, asked));
  }

  #names(database: Database): Promise<ReadonlySet<string>> {
    const turns = this.#options.turnsRun();
    if (this.#known?.turns === turns) return this.#known.names;
    const names = claimedNames(database).then((list): ReadonlySet<string> => new Set(list));
    this.#known = { turns, names };
    names.catch(() => (this.#known = null));
    return names;
  }
}
