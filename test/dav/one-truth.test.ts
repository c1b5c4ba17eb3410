// One calendar: what a phone, a laptop and an agent change, each of the others sees at once, and webhooks tell of.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { clientOf, type DavClient, eventText, sync } from "../support/clients/dav.ts";
import { startReceiver } from "../support/fakes/receivers.ts";

const when = ["DTSTART:20270301T090000Z", "DURATION:PT1H"];

eachApp("one calendar", (t) => {
  const calls = rest(t);
  /** A client that asks what changed since it asked last. */
  const watching = (client: DavClient) => {
    let token = "";
    return async () => {
      const { responses, token: next } = await client.multi("REPORT", client.calendar, { body: sync(token) });
      token = next!;
      return responses.map(({ href, status }) => `${href.slice(client.calendar.length)} ${status ?? "here"}`);
    };
  };

  // DECISIONS CalDAV: A PUT or DELETE is a turn of the address, as REST's calls are, with the same events
  test("phone, laptop, agent and webhook see each other's changes at once, and the mailbox none", async () => {
    const address = await t.address();
    const [phone, laptop] = [await clientOf(t, address), await clientOf(t, address)];
    const [onPhone, onLaptop] = [watching(phone), watching(laptop)];
    const receiver = startReceiver();
    try {
      const types = ["created", "updated", "deleted"].map((type) => `calendar.event.${type}`);
      await t.api.must(201, t.api.post("/webhooks", { url: receiver.url, event_types: types }));
      const told = async (type: string, id: string) => {
        const isIt = ({ event }: { event: { type: string; data: Record<string, unknown> } }) =>
          event.type === `calendar.event.${type}` && JSON.stringify(event.data).includes(id);
        return (await receiver.calls.find(isIt)).event.data;
      };
      const folders = () => t.api.must<object>(200, t.api.get(`/mailboxes?identity_id=${address.id}`));
      const mailbox = await folders();
      expect([await onPhone(), await onLaptop()]).toEqual([[], []]);

      const put = await phone.put("a.ics", eventText("a", [...when, "SUMMARY:By the phone"]));
      expect(await onLaptop()).toEqual(["a.ics here"]);
      expect((await laptop.get("a.ics")).headers.get("etag")).toBe(put.headers.get("etag"));
      const [event] = (await calls.list(address)).data;
      expect(event!.title).toBe("By the phone");
      await told("created", event!.id);
      expect(await onPhone()).toEqual(["a.ics here"]);

      await calls.patch(address, event!.id, { title: "By the agent" });
      expect([await onPhone(), await onLaptop()]).toEqual([["a.ics here"], ["a.ics here"]]);
      const now = await laptop.get("a.ics");
      expect(now.text).toContain("SUMMARY:By the agent\r\n");
      await told("updated", event!.id);
      const late = await phone.put("a.ics", eventText("a", [...when, "SUMMARY:Late"]), {
        "if-match": put.headers.get("etag")!,
      });
      expect([late.status, late.headers.get("etag")]).toEqual([412, now.headers.get("etag")]);

      const etag = { "if-match": now.headers.get("etag")! };
      const gone = await laptop.request("DELETE", `${laptop.calendar}a.ics`, { headers: etag });
      expect(gone.status).toBe(204);
      expect([await onPhone(), await onLaptop()]).toEqual([["a.ics 404"], ["a.ics 404"]]);
      expect((await calls.list(address)).data).toEqual([]);
      await told("deleted", event!.id);
      expect(await folders()).toEqual(mailbox);
    } finally {
      await receiver.stop();
    }
  });
});
