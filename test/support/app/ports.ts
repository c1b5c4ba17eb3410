// Ports for servers of other programs, which have to be told one.
import { createServer, type Server } from "node:net";

/**
 * A port that is free on every given address, 127.0.0.1 when none is given. It lies below those that the system gives to
 * whoever asks for any port, so that hardly anybody takes it before its server does.
 */
export async function freePort(...addresses: string[]): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const tried = await Promise.all((addresses.length > 0 ? addresses : ["127.0.0.1"]).map(listenAt(port)));
    const servers = tried.filter((server) => server !== null);
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    if (servers.length === tried.length) return port;
  }
}

function listenAt(port: number) {
  return (address: string): Promise<Server | null> => {
    const server = createServer();
    return new Promise((resolve) => {
      server.once("error", () => resolve(null));
      server.listen(port, address, () => resolve(server));
    });
  };
}
