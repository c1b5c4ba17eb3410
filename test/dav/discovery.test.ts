// How a calendar program finds its calendars, and what it is told of itself. RFC 6764, RFC 4918 9.1, RFC 3744 5, RFC 4791 6.2.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { clientOf, davClient, preconditions, prop } from "../support/clients/dav.ts";

eachApp("finding calendars by CalDAV", (t) => {
  const origin = () => `http://127.0.0.1:${t.app.ports.http}`;

  test("goes from the well-known path to the principal, the home and the calendar", async () => {
    const client = await davClient(t, { display_name: "Ada" });
    const known = await fetch(`${origin()}/.well-known/caldav`, { method: "PROPFIND", redirect: "manual" });
    const options = await fetch(`${origin()}/dav/`, { method: "OPTIONS" });
    expect(options.headers.get("x-content-type-options")).toBe("nosniff");
    expect([known.status, known.headers.get("location")]).toEqual([301, "/dav/"]);
    const depth = { depth: "0" };
    const root = await client.multi("PROPFIND", "/dav/", {
      headers: depth,
      body: prop("D:current-user-principal"),
    });
    const principal = root.responses[0]!.props["current-user-principal"]!;
    expect(principal).toBe(`/dav/principals/${client.email}/`);
    const asked = prop(
      "C:calendar-home-set",
      "C:calendar-user-address-set",
      "C:schedule-inbox-URL",
      "D:displayname",
    );
    const self = (await client.multi("PROPFIND", principal, { headers: depth, body: asked })).responses[0]!
      .props;
    expect(self).toEqual({
      "calendar-home-set": client.home,
      "calendar-user-address-set": `mailto:${client.email} ${principal}`,
      "schedule-inbox-URL": `${client.home}inbox/`,
      displayname: "Ada",
    });
    const body = prop("D:resourcetype", "D:displayname", "C:supported-calendar-component-set");
    const { responses } = await client.multi("PROPFIND", client.home, { headers: { depth: "1" }, body });
    expect(responses.map(({ href, props }) => [href, props.resourcetype])).toEqual([
      [client.home, "collection"],
      [client.calendar, "collection calendar"],
      [`${client.home}inbox/`, "collection schedule-inbox"],
      [`${client.home}outbox/`, "collection schedule-outbox"],
    ]);
    const encoded = client.home.replace("@", "%40");
    expect((await client.multi("PROPFIND", encoded, { headers: depth, body })).responses[0]!.href).toBe(
      client.home,
    );
  });

  test("tells privileges as they are, and reports and features that exist", async () => {
    const client = await davClient(t);
    const body = prop(
      "D:current-user-privilege-set",
      "D:supported-report-set",
      "C:max-resource-size",
      "D:sync-token",
    );
    const { responses } = await client.multi("PROPFIND", client.calendar, { headers: { depth: "0" }, body });
    const { props } = responses[0]!;
    expect(props["current-user-privilege-set"]).toContain("write-content");
    expect(props["supported-report-set"]).toContain("sync-collection");
    expect(props["max-resource-size"]).toBe("1000000");
    expect(props["sync-token"]).toMatch(/^urn:/);
    const options = await client.request("OPTIONS", client.calendar);
    expect(options.headers.get("dav")).toBe(
      "1, 3, access-control, calendar-access, calendar-auto-schedule, extended-mkcol",
    );
    expect(options.headers.get("allow")).toContain("MKCALENDAR");
  });

  // DECISIONS CalDAV: At /dav/ by Basic with an app password of the address, which sees nothing of others
  test("needs an app password, and shows nothing of others", async () => {
    const [mine, theirs] = [await davClient(t), await davClient(t)];
    const nobody = await fetch(`${origin()}${mine.calendar}`, { method: "PROPFIND" });
    expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="Postroom", charset="UTF-8"',
    ]);
    const absent = await mine.request("PROPFIND", theirs.home.replace("@", "x@"), {
      headers: { depth: "0" },
    });
    for (const path of [
      theirs.home,
      theirs.calendar,
      `${theirs.calendar}x.ics`,
      `/dav/principals/${theirs.email}/`,
    ]) {
      const answer = await mine.request("PROPFIND", path, { headers: { depth: "0" } });
      expect([answer.status, answer.text]).toEqual([404, absent.text]);
    }
    expect((await mine.request("GET", `${theirs.calendar}x.ics`)).status).toBe(404);
    expect((await mine.request("DELETE", `${theirs.calendar}x.ics`)).status).toBe(404);
    expect((await mine.request("PUT", `${theirs.calendar}x.ics`, { body: "x" })).status).toBe(403);
    await t.api.must(204, t.api.delete(`/identities/${mine.id}`));
    expect((await mine.request("PROPFIND", mine.home, { headers: { depth: "0" } })).status).toBe(401);
  });

  test("refuses infinite depth, unknown methods and reports", async () => {
    const client = await davClient(t);
    for (const headers of [{ depth: "infinity" }, {}] as Record<string, string>[]) {
      const endless = await client.request("PROPFIND", client.home, { headers });
      expect([endless.status, preconditions(endless)]).toEqual([403, ["propfind-finite-depth"]]);
    }
    expect((await client.request("LOCK", client.calendar)).status).toBe(405);
    const report = await client.request("REPORT", client.calendar, { body: '<x:nothing xmlns:x="urn:x"/>' });
    expect([report.status, preconditions(report)]).toEqual([403, ["supported-report"]]);
  });

  // DECISIONS CalDAV: The default calendar cannot be deleted; others are made, renamed and deleted
  test("makes, renames, colours and deletes calendars, but the default one stays", async () => {
    const address = await t.address();
    const client = await clientOf(t, address);
    const work = `${client.home}work/`;
    const set = (inside: string) => `<D:set><D:prop>${inside}</D:prop></D:set>`;
    const spaces =
      'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"';
    const made = await client.request("MKCALENDAR", work, {
      body: `<C:mkcalendar ${spaces}>${set('<D:displayname>Work &amp; more</D:displayname><C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>')}</C:mkcalendar>`,
    });
    expect(made.status).toBe(201);
    expect((await client.request("MKCALENDAR", work)).status).toBe(405);
    const colour = "<A:calendar-color>#FF0000FF</A:calendar-color><A:calendar-order>7</A:calendar-order>";
    const patch = await client.multi("PROPPATCH", work, {
      body: `<D:propertyupdate ${spaces}>${set(`${colour}<D:displayname>Office</D:displayname>`)}</D:propertyupdate>`,
    });
    expect(Object.keys(patch.responses[0]!.props)).toEqual([
      "calendar-color",
      "calendar-order",
      "displayname",
    ]);
    const body = `<D:propfind ${spaces}><D:prop><D:displayname/><A:calendar-color/><A:calendar-order/><C:supported-calendar-component-set/></D:prop></D:propfind>`;
    const { responses } = await client.multi("PROPFIND", work, { headers: { depth: "0" }, body });
    expect(responses[0]!.props).toMatchObject({
      displayname: "Office",
      "calendar-color": "#FF0000FF",
      "calendar-order": "7",
    });
    const refused = await client.multi("PROPPATCH", work, {
      body: `<D:propertyupdate ${spaces}>${set("<D:getetag>x</D:getetag><D:displayname>No</D:displayname>")}</D:propertyupdate>`,
    });
    expect(refused.responses[0]!.props).toEqual({});
    expect((await client.request("DELETE", work)).status).toBe(204);
    expect((await client.request("PROPFIND", work, { headers: { depth: "0" } })).status).toBe(404);
    const stays = await client.request("DELETE", client.calendar);
    expect([stays.status, preconditions(stays)]).toEqual([403, ["default-calendar-needed"]]);
  });
});
