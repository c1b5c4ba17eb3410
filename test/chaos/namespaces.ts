// Machines of their own for servers that a test starts: network namespaces of Linux, joined by a bridge. A link that is taken down
// loses what is sent, as a cable that is cut does. Needs root and iproute2. ip-netns(8)

export class Machines {
  readonly #name: string;
  readonly #network: string;
  readonly #count: number;

  private constructor(name: string, network: string, count: number) {
    this.#name = name;
    this.#network = network;
    this.#count = count;
  }

  /** @returns null where this machine lets nobody make them */
  static open(count: number): Machines | null {
    if (process.getuid?.() !== 0 || !Bun.which("ip")) return null;
    // 198.18.0.0/15 is for tests of networks. RFC 2544
    const machines = new Machines(`pr${process.pid}`, `198.18.${process.pid % 250}`, count);
    try {
      machines.#make();
      return machines;
    } catch {
      machines.close();
      return null;
    }
  }

  /** All of them, and the bridge. */
  get subnet(): string {
    return `${this.#network}.0/24`;
  }

  addressOf(n: number): string {
    return `${this.#network}.${n + 2}`;
  }

  /** What goes before a command that runs there. */
  enter(n: number): string[] {
    return ["ip", "netns", "exec", this.#spaceOf(n)];
  }

  /** Nothing arrives there, and nothing leaves. */
  cut(n: number): void {
    ip("link", "set", this.#linkOf(n), "down");
  }

  mend(n: number): void {
    ip("link", "set", this.#linkOf(n), "up");
  }

  close(): void {
    for (let n = 0; n < this.#count; n++) {
      attempt("link", "delete", this.#linkOf(n));
      attempt("netns", "delete", this.#spaceOf(n));
    }
    attempt("link", "delete", this.#name);
  }

  #make(): void {
    ip("link", "add", this.#name, "type", "bridge");
    ip("address", "add", `${this.#network}.1/24`, "dev", this.#name);
    ip("link", "set", this.#name, "up");
    for (let n = 0; n < this.#count; n++) {
      const [space, link] = [this.#spaceOf(n), this.#linkOf(n)];
      ip("netns", "add", space);
      ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", space);
      ip("link", "set", link, "master", this.#name, "up");
      ip("-n", space, "address", "add", `${this.addressOf(n)}/24`, "dev", "eth0");
      ip("-n", space, "link", "set", "eth0", "up");
      ip("-n", space, "link", "set", "lo", "up");
    }
  }

  #spaceOf(n: number): string {
    return `${this.#name}n${n}`;
  }

  #linkOf(n: number): string {
    return `${this.#name}l${n}`;
  }
}

function ip(...words: string[]): void {
  const done = attempt(...words);
  if (done.exitCode !== 0) throw new Error(`ip ${words.join(" ")}: ${done.stderr}`);
}

function attempt(...words: string[]) {
  return Bun.spawnSync(["ip", ...words], { stdout: "ignore", stderr: "pipe" });
}
