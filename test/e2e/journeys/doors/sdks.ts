// Both SDKs, by one table of their methods: TypeScript's in this process, Python's in one of its own.
import { Postroom } from "../../../../src/sdk/typescript/index.ts";
import { type Credentials, startPythonSdk } from "../../../support/clients/python-sdk.ts";
import { type Door, firstFree, type Outgoing } from "./door.ts";
import { type ApiItem, itemOf } from "./fields.ts";

/** A method by its path, `messages.reply`, and its arguments; the first page of a list, and bytes as text. */
type Invoke = (method: string, ...given: unknown[]) => Promise<unknown>;

export function typescriptDoor({ url, key }: Credentials): Door {
  const client = new Postroom({ baseUrl: url, apiKey: key });
  const groups = client as unknown as Record<
    string,
    Record<string, (...given: unknown[]) => Promise<unknown>>
  >;
  const invoke: Invoke = async (path, ...given) => {
    if (path === "next") return client.next(given[0] as object);
    const [group, method] = path.split(".") as [string, string];
    const answer = await groups[group]![method]!(...given);
    return answer instanceof Uint8Array ? new TextDecoder().decode(answer) : answer;
  };
  return sdkDoor(invoke, async () => undefined);
}

export function pythonDoor(credentials: Credentials): Door {
  const python = startPythonSdk(credentials);
  return sdkDoor(python.invoke, python.close);
}

function sdkDoor(invoke: Invoke, close: () => Promise<void>): Door {
  let calls = 0;
  const call = async <T>(method: string, ...given: unknown[]): Promise<T> => {
    calls++;
    return (await invoke(method, ...given)) as T;
  };
  const mailOf = ({ file, ...mail }: Outgoing) => ({
    ...mail,
    ...(file
      ? { attachments: [{ filename: file.name, content: Buffer.from(file.text).toString("base64") }] }
      : {}),
  });
  return {
    async next(address, ack) {
      const asked = { address, wait: ack === undefined ? 30 : 0, ...(ack === undefined ? {} : { ack }) };
      return itemOf((await call<{ item: ApiItem | null }>("next", asked)).item);
    },
    async reply(message, text) {
      await call("messages.reply", message, { text });
    },
    codes: async (message) =>
      (await call<{ codes: { code: string }[] }>("messages.getCodes", message)).codes.map(({ code }) => code),
    async send(mail) {
      const { status } = await call<{ status?: string }>("messages.send", mailOf(mail));
      return status === "pending_review" ? "held" : "sent";
    },
    sendLater: async (mail, at) =>
      (await call<{ status: string }>("messages.send", { ...mailOf(mail), send_at: at })).status,
    fileText: (file) => call<string>("attachments.download", file),
    freeHour: async (address, span) =>
      firstFree((await call<{ busy: [] }>("calendar.getFreeBusy", address, span)).busy, span),
    async invite(address, { guest, ...event }) {
      const made = { ...event, timezone: "UTC", attendees: [{ email: guest }], send_invites: true };
      return (await call<{ id: string }>("calendar.createEvent", address, made)).id;
    },
    async move(address, event, to) {
      await call("calendar.updateEvent", address, event, { ...to, send_invites: true });
    },
    async unread(address) {
      const asked = { identity_id: address, is_read: false };
      const { data } = await call<{ data: { subject: string }[] }>(
        "mailboxes.listConversations",
        "inbox",
        asked,
      );
      return data.map(({ subject }) => subject);
    },
    async find(address, words) {
      const { data } = await call<{ data: { id: string }[] }>("messages.search", {
        q: words,
        identity_id: address,
      });
      return data.map(({ id }) => id);
    },
    async markRead(ids) {
      await call("messages.updateMany", { ids, is_read: true });
    },
    calls: () => calls,
    close,
  };
}
