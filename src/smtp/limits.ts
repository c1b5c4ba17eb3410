// How many connections at once, from one address and in all.

export class ConnectionLimits {
  readonly #byIp = new Map<string, number>();
  #all = 0;

  constructor(private readonly most: { perIp: number; inAll: number }) {}

  /**
   * Counts a connection; a refused one is counted too, until it closes.
   * @param trusted free of the limit for one address
   * @returns the refusal's text, or null
   */
  open(ip: string, trusted: boolean): string | null {
    const ofIp = (this.#byIp.get(ip) ?? 0) + 1;
    this.#byIp.set(ip, ofIp);
    this.#all++;
    if (this.#all > this.most.inAll) return "4.7.0 Too many connections, try again later";
    if (!trusted && ofIp > this.most.perIp)
      return "4.7.0 Too many connections from your address, try again later";
    return null;
  }

  close(ip: string): void {
    const ofIp = this.#byIp.get(ip);
    if (ofIp === undefined) return;
    this.#all--;
    if (ofIp === 1) this.#byIp.delete(ip);
    else this.#byIp.set(ip, ofIp - 1);
  }
}
