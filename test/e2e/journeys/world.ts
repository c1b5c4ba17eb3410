// What a journey runs in: the built executable as one process, a relay that stands for the internet, a webhook receiver,
// and an API client that counts the calls of a journey.
import { Webhook } from "standardwebhooks";
import { type Answer, type Api, apiClient, type PageOf } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { isCluster, type Kind, type TempStore, tempStore } from "../../support/app/database.ts";
import { startServer } from "../../support/app/server.ts";
import { type Receiver, type Sink, startReceiver, startSink } from "../../support/fakes/receivers.ts";
import { sendMail } from "../../support/smtp/client.ts";

export interface World {
  /** With the operator's key; not counted. */
  api: Api;
  store: TempStore;
  relay: Sink;
  receiver: Receiver;
  /** A new address. */
  address(name: string): Promise<{ id: string; email: string }>;
  /** Mail from outside; resolves once it is taken. */
  mail(mail: Parameters<typeof sendMail>[1]): Promise<string>;
  /** A webhook for one address; its deliveries are verified before they are believed. */
  hook(identityId: string, types?: string[]): Promise<Hook>;
  stop(): Promise<void>;
}

export interface Hook {
  id: string;
  /** The next delivery of this kind that was not seen before: its data. */
  next(type: string): Promise<Record<string, string>>;
}

export async function startWorld(kind: Kind): Promise<World> {
  // A cluster is prepared before it has a server.
  const store = await tempStore(kind, { empty: !isCluster });
  const relay = await startSink();
  const receiver = startReceiver();
  const server = await startServer(store, { SMTP_RELAY_URL: relay.url });
  const [key] = /pr_[0-9A-Za-z]{46}/.exec(await server.printed("# 3. read it"))!;
  const api = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
  return {
    api,
    store,
    relay,
    receiver,
    address: (name) => api.must(201, api.post("/identities", { email: `${name}@agents.example` })),
    mail: (mail) => sendMail(server.ports.smtp, mail),
    async hook(identityId, types = ["message.received"]) {
      const body = { url: `${receiver.url}/${identityId}`, identity_id: identityId, event_types: types };
      const made = await api.must<{ id: string; secret: string }>(201, api.post("/webhooks", body));
      const seen = new Set<string>();
      return {
        id: made.id,
        async next(type) {
          const call = await receiver.calls.find(
            ({ path, event }) => path.endsWith(identityId) && event.type === type && !seen.has(event.id),
          );
          seen.add(call.event.id);
          new Webhook(made.secret).verify(call.body, call.headers);
          return call.event.data as Record<string, string>;
        },
      };
    },
    async stop() {
      await server.stop();
      await Promise.all([relay.stop(), receiver.stop(), store.dispose()]);
    },
  };
}

export interface Counted extends Api {
  /** Calls that were made with it. */
  calls(): number;
}

/** The same client; what is called with it is counted. */
export function counted(api: Api): Counted {
  let count = 0;
  const one = <T>(answer: Promise<Answer<T>>) => {
    count++;
    return answer;
  };
  return {
    ...api,
    call: (method, path, body, headers) => one(api.call(method, path, body, headers)),
    get: (path, headers) => one(api.get(path, headers)),
    post: (path, body, headers) => one(api.post(path, body, headers)),
    patch: (path, body, headers) => one(api.patch(path, body, headers)),
    delete: (path, headers) => one(api.delete(path, headers)),
    bytes(path) {
      count++;
      return api.bytes(path);
    },
    calls: () => count,
  };
}

/** Asks, uncounted, until a list has this many rows: for what follows a commit. */
export function rowsOf<T>(api: Api, path: string, least: number): Promise<T[]> {
  return eventually(async () => {
    const { data } = (await api.get<PageOf<T>>(path)).json;
    return data.length >= least && data;
  });
}
