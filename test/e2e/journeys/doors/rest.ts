// REST, by its paths alone.
import type { Api, PageOf } from "../../../support/app/api.ts";
import { counted } from "../world.ts";
import { type Door, firstFree, type Outgoing } from "./door.ts";
import { type ApiItem, itemOf } from "./fields.ts";

export function restDoor(api: Api): Door {
  const agent = counted(api);
  const mailOf = ({ file, ...mail }: Outgoing) => ({
    ...mail,
    ...(file
      ? { attachments: [{ filename: file.name, content: Buffer.from(file.text).toString("base64") }] }
      : {}),
  });
  const rows = async <T>(path: string) => (await agent.get<PageOf<T>>(path)).json.data;
  return {
    async next(address, ack) {
      const asked = { address, wait: ack === undefined ? 30 : 0, ...(ack === undefined ? {} : { ack }) };
      return itemOf((await agent.must<{ item: ApiItem | null }>(200, agent.post("/next", asked))).item);
    },
    async reply(message, text) {
      await agent.must(201, agent.post(`/messages/${message}/reply`, { text }));
    },
    async codes(message) {
      const path = `/messages/${message}/codes`;
      const { codes } = await agent.must<{ codes: { code: string }[] }>(200, agent.get(path));
      return codes.map(({ code }) => code);
    },
    async send(mail) {
      return (await agent.post("/messages", mailOf(mail))).status === 202 ? "held" : "sent";
    },
    async sendLater(mail, at) {
      const planned = { ...mailOf(mail), send_at: at };
      return (await agent.must<{ status: string }>(202, agent.post("/messages", planned))).status;
    },
    fileText: async (file) => new TextDecoder().decode(await agent.bytes(`/attachments/${file}`)),
    async freeHour(address, span) {
      const path = `/identities/${address}/calendar/free-busy?after=${span.after}&before=${span.before}`;
      return firstFree((await agent.must<{ busy: [] }>(200, agent.get(path))).busy, span);
    },
    async invite(address, { guest, ...event }) {
      const made = { ...event, timezone: "UTC", attendees: [{ email: guest }], send_invites: true };
      const path = `/identities/${address}/calendar/events`;
      return (await agent.must<{ id: string }>(201, agent.post(path, made))).id;
    },
    async move(address, event, to) {
      const path = `/identities/${address}/calendar/events/${event}`;
      await agent.must(200, agent.patch(path, { ...to, send_invites: true }));
    },
    unread: async (address) =>
      (await rows<{ subject: string }>(`/mailboxes/inbox?identity_id=${address}&is_read=false`)).map(
        ({ subject }) => subject,
      ),
    find: async (address, words) =>
      (await rows<{ id: string }>(`/messages/search?q=${words}&identity_id=${address}`)).map(({ id }) => id),
    async markRead(ids) {
      await agent.must(200, agent.patch("/messages", { ids, is_read: true }));
    },
    calls: agent.calls,
    close: async () => undefined,
  };
}
