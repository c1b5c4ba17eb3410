// Operators of a search: DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import { type Alternative, parseSearch } from "../../../src/mail/search/parse-search.ts";
import { fewFiltered, newestUnread } from "../../../src/store/mailbox/few-messages.ts";
import type { StoredCondition } from "../../../src/store/mailbox/search-conditions.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string | null;
}

eachApp("operators of a search", (t) => {
  const subjects = async ({ id }: TestAddress, q: string, api = t.api) => {
    const query = new URLSearchParams({ q, identity_id: id });
    const { data } = (await api.get<PageOf<Message>>(`/messages/search?${query}`)).json;
    return data.map(({ subject }) => subject).sort();
  };
  const refusal = async (q: string) => {
    const answer = await t.api.get<Refusal>(`/messages/search?${new URLSearchParams({ q })}`);
    return [answer.status, answer.json.error.message];
  };
  const indexed = () =>
    eventually(async () => {
      const count = async (table: string) =>
        (await t.app.core.database.values(`select from ${table} limit 1`)).length;
      return (await count("search_queue")) + (await count("search_files")) === 0;
    });
  const mailbox = async () => {
    const mine = await t.address();
    const to = mine.email;
    await t.mail({
      to,
      from: '"José Ruiz" <jose@shop.example>',
      subject: "Invoice A",
      text: "for the chairs",
    });
    await t.mail({
      to,
      from: '"Ruth Lane" <ruth@lane.example>',
      cc: "boss@corp.example",
      subject: "Chairs",
      text: "an invoice by José is late",
      attachments: [
        { filename: "Offer-2026.pdf", content: Buffer.from("%PDF-1.4 nothing") },
        { filename: "Fenêtre.txt", content: "four hygrometers, calibrated" },
      ],
    });
    await t.mail({
      to,
      from: "news@lists.example",
      subject: "Weekly: chairs",
      text: `${"long ".repeat(40_000)}`,
    });
    await indexed();
    return mine;
  };

  // Unless a few are named, a search walks on to its page's two seconds for a condition that old messages alone meet.
  test("the few messages that a condition leaves are found, all of them", async () => {
    const mine = await mailbox();
    await t.address();
    await t.api.must(
      201,
      t.api.post("/messages", { from: mine.email, to: ["x@far.example"], subject: "Sent", text: "chairs" }),
    );
    const scope = { accountId: t.accountId, identityIds: [mine.id] };
    const one = async (where: string) =>
      (
        await t.app.core.database.rows<{ id: string; subject: string }>(
          `select id, subject from messages m where account_id = $1::uuid and identity_id = $2::uuid and ${where}`,
          [t.accountId, mine.id],
        )
      ).sort((a, b) => (a.id < b.id ? -1 : 1));
    const [first] = await one("subject = 'Invoice A'");
    await t.api.must(200, t.api.patch(`/messages/${first!.id}`, { is_read: true }));
    for (const [q, names] of [
      ["is:sent", ["Sent"]],
      ["is:read", ["Invoice A", "Sent"]],
      ["larger:100000", ["Weekly: chairs"]],
      ["larger:2M", []],
      ["filename:offer", ["Chairs"]],
      ["filename:100%", []],
    ] as const) {
      const [{ conditions }] = parseSearch(q) as [Alternative];
      const asked = { filter: {}, conditions: conditions as StoredCondition[] };
      const ids = await fewFiltered(t.app.core.database, scope, asked);
      const found = (await one("true")).filter(({ id }) => ids?.includes(id)).map(({ subject }) => subject);
      expect([q, found.sort(), await subjects(mine, q)]).toEqual([q, [...names], [...names]]);
      expect(await fewFiltered(t.app.core.database, { ...scope, identityIds: [] }, asked)).toEqual([]);
    }
    const newest = async (most: number, within?: number) =>
      (await newestUnread(t.app.core.database, scope, { most, ...(within && { within }) }))?.length ?? null;
    // What lies behind the newest of a large folder is not looked for.
    expect([await newest(2), await newest(1), await newest(2, 2), await newest(2, 1)]).toEqual([
      2,
      null,
      2,
      null,
    ]);
  });

  test("a field is looked in, alone, with words, with alternatives and against them", async () => {
    const mine = await mailbox();
    for (const [q, expected] of [
      ["from:jose", ["Invoice A"]],
      ["from:Ruiz", ["Invoice A"]],
      ['from:"jose ruiz"', ["Invoice A"]],
      ["FROM:shop.example", ["Invoice A"]],
      ["from:@lane.example", ["Chairs"]],
      ["from:ruth@lane.example", ["Chairs"]],
      ["from:uth@lane.example", []],
      // A name in any order, with a blank before it, in braces, and without its accents where it is not wanted.
      ['from:"Ruiz, Jose"', ["Invoice A"]],
      ["from: jose", ["Invoice A"]],
      ["{from:jose from:news}", ["Invoice A", "Weekly: chairs"]],
      ["invoice -from:jose", ["Chairs"]],
      ['invoice -from:"ruiz jose"', ["Chairs"]],
      ['from:"rui jose"', []],
      ['invoice -from:"rui jose"', ["Chairs", "Invoice A"]],
      ["invoice -from:JOSÉ", ["Chairs"]],
      ["with:boss", ["Chairs"]],
      ["subject:invoices", ["Invoice A"]],
      ['subject:"invoices"', []],
      ["“invoice by”", ["Chairs"]],
      ["body:late", ["Chairs"]],
      ["cc:boss", ["Chairs"]],
      ["to:boss@corp.example", ["Chairs"]],
      [`to:${mine.email}`, ["Chairs", "Invoice A", "Weekly: chairs"]],
      ["subject:chair", ["Chairs", "Weekly: chairs"]],
      ["subject:chairs from:ruth", ["Chairs"]],
      ["invoice from:ruth", ["Chairs"]],
      ["invoice -from:ruth", ["Invoice A"]],
      ["-from:ruth is:unread", ["Invoice A", "Weekly: chairs"]],
      ["is:unread -invoice", ["Weekly: chairs"]],
      ["from:jose or from:news", ["Invoice A", "Weekly: chairs"]],
      ["invoice from:jose or chairs from:news", ["Invoice A", "Weekly: chairs"]],
      ["invoice from:news or chairs from:news", ["Weekly: chairs"]],
      ["chairs -subject:weekly", ["Chairs", "Invoice A"]],
      ['"from:jose"', []],
      ["Weekly: chairs", ["Weekly: chairs"]],
    ] as const)
      expect([q, await subjects(mine, q)]).toEqual([q, [...expected]]);
  });

  test("files, sizes, times, folders, states and labels", async () => {
    const mine = await mailbox();
    const all = ["Chairs", "Invoice A", "Weekly: chairs"];
    const query = new URLSearchParams({ q: "from:ruth", identity_id: mine.id });
    const { data } = (await t.api.get<PageOf<Message>>(`/messages/search?${query}`)).json;
    const { id, thread_id: thread } = data[0]!;
    await t.api.must(200, t.api.patch(`/messages/${id}`, { is_read: true }));
    const label = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: mine.id, name: "To pay" }),
    );
    await t.api.must(200, t.api.call("PUT", `/threads/${thread}/labels/${label.id}`));
    await t.api.must(200, t.api.patch(`/threads/${thread}`, { status: "resolved" }));
    for (const [q, expected] of [
      ["has:attachment", ["Chairs"]],
      ["has:files chairs", ["Chairs"]],
      ["-has:attachment chairs", ["Invoice A", "Weekly: chairs"]],
      ["filename:pdf", ["Chairs"]],
      ["filename:offer-2026", ["Chairs"]],
      ["filename:docx", []],
      ["filename:fenetre", ["Chairs"]],
      // Words of a file by their stem, by a part, and not beside what must not be there.
      ["hygrometer", ["Chairs"]],
      ["ygromet late", ["Chairs"]],
      ["hygrometer -calibrated", []],
      ["chairs -hygrometers", ["Invoice A", "Weekly: chairs"]],
      ["has:attachment -hygrometer", []],
      ["has:attachment -offer", []],
      ["has:attachment -barometer", ["Chairs"]],
      ["hygrom*", ["Chairs"]],
      ['"calibrated four"', []],
      ["(hygrometer late) or nothing", ["Chairs"]],
      ["offer", ["Chairs"]],
      ["2026 chairs -offer", []],
      ["larger:100k", ["Weekly: chairs"]],
      ["smaller:100k chairs", ["Chairs", "Invoice A"]],
      ["after:2020-01-01", all],
      ["before:2020/1/1", []],
      ["after:yesterday", all],
      ["before:yesterday", []],
      ['after:"2 days ago" chairs', all],
      ["newer_than:7d", all],
      ["older_than:1m chairs", []],
      ["chairs after:2020-01-01T10:00:00+01:00", all],
      ["is:read", ["Chairs"]],
      ["is:unread chairs", ["Invoice A", "Weekly: chairs"]],
      ["is:starred", []],
      ["is:sent", []],
      ["is:received invoice", ["Chairs", "Invoice A"]],
      ["is:resolved", ["Chairs"]],
      ["is:open", ["Invoice A", "Weekly: chairs"]],
      ["in:inbox", all],
      ["in:INBOX is:read", ["Chairs"]],
      ["in:trash", []],
      ["-in:trash chairs", all],
      ['label:"to pay"', ["Chairs"]],
      ['-label:"to pay" chairs', ["Invoice A", "Weekly: chairs"]],
      ["is:read or is:resolved", ["Chairs"]],
    ] as const)
      expect([q, await subjects(mine, q)]).toEqual([q, [...expected]]);
  });

  test("what is nearly an operator is refused with the list, everything else is text", async () => {
    for (const [q, said] of [
      ["form:ada", 'did you mean "from:"?'],
      ["-subjct:x", 'did you mean "subject:"?'],
      ["labels:x", 'did you mean "label:"?'],
      ["is:nice", "is: takes unread, read, starred"],
      ["has:wings", "has: takes attachment"],
      ["before:soon", "before: takes a day, 2026-01-31"],
      ["after:2026-13-40", "after: takes a day"],
      ["larger:huge", "larger: takes a size"],
      ['from:""', 'has "from:" without a value'],
      ["from:ada or is:unread", "alternatives with words and others without any"],
      ["invoice or in:anywhere", "alternatives with words and others without any"],
      ["in:anywhere", "asks for nothing"],
      [Array.from({ length: 31 }, () => "x is:read").join(" or "), "at most 30"],
    ] as const) {
      const [status, message] = await refusal(q);
      expect([q, status, String(message).includes(said) || message]).toEqual([q, 400, true]);
    }
    for (const q of [
      "Re: invoice",
      "10:30",
      "https://example.org/a",
      "note:this",
      "form: ada",
      "a:b",
      'foo:"bar baz"',
      "on:9999-12-31",
      "is:read or date:9999-12-30",
    ])
      expect([q, (await t.api.get(`/messages/search?${new URLSearchParams({ q })}`)).status]).toEqual([
        q,
        200,
      ]);
  });

  test("a key sees what it reaches, and another address's label is none", async () => {
    const [mine, other] = [await mailbox(), await t.address()];
    const api = await restrictedKey(t.api, [other.id]);
    const found = async (q: string) =>
      (await api.get<PageOf<Message>>(`/messages/search?${new URLSearchParams({ q })}`)).json.data;
    for (const q of ["from:jose", "is:unread", "in:inbox", "larger:1", "has:attachment"])
      expect([q, await found(q)]).toEqual([q, []]);
    expect((await subjects(mine, "from:jose")).length).toBe(1);
  });

  test("a label and a folder that are not there are refused with those that the key reaches", async () => {
    const [mine, other] = [await mailbox(), await t.address()];
    const labelled = (address: TestAddress, name: string) =>
      t.api.must(201, t.api.post("/labels", { identity_id: address.id, name }));
    for (const name of ["Tenders won", "Receipts"]) await labelled(mine, name);
    await labelled(other, "Payroll");
    const api = await restrictedKey(t.api, [mine.id]);
    const answer = async (q: string, path = "/messages/search", more = {}) => {
      const found = await api.get<Refusal>(`${path}?${new URLSearchParams({ q, ...more })}`);
      return [found.status, found.status === 200 ? "" : found.json.error.message];
    };
    const labels = 'There are: Receipts, "Tenders won".';
    const folders = "There are: inbox, sent, drafts, scheduled, archive, spam, trash.";
    const noLabel = (name: string) => `Field "q" has "label:${name}", and there is no such label here.`;
    const noFolder = (name: string) => `Field "q" has "in:${name}", and there is no such folder here.`;
    for (const [q, said] of [
      ["label:recipts", `${noLabel("recipts")} Did you mean label:Receipts? ${labels}`],
      ["chairs label:tenders-wom", `${noLabel("tenders-wom")} Did you mean label:"Tenders won"? ${labels}`],
      ["label:payroll", `${noLabel("payroll")} ${labels}`],
      ["label:Junk", `${noLabel("Junk")} Did you mean in:spam? ${labels}`],
      ["tag:STARRED", `${noLabel("STARRED")} Did you mean is:starred? ${labels}`],
      ["chairs or label:quux", `${noLabel("quux")} ${labels}`],
      ["in:clients", `${noFolder("clients")} ${folders}`],
      ["in:archve", `${noFolder("archve")} Did you mean in:archive? ${folders}`],
      ["folder:unread", `${noFolder("unread")} Did you mean is:unread? ${folders}`],
    ] as const) {
      expect([q, ...(await answer(q))]).toEqual([q, 400, said]);
      expect((await answer(q, "/threads"))[0]).toBe(400);
    }
    for (const q of ["label:receipts", "-label:Tenders-Won", "in:Bin", "in:anywhere chairs", "in:done"])
      expect([q, ...(await answer(q))]).toEqual([q, 200, ""]);
    // Mail without what is not there is all mail.
    for (const q of ["-label:quux", "-in:archve", "-(label:quux or in:clients) chairs"]) {
      expect(await subjects(mine, q, api)).toEqual(
        await subjects(mine, q.includes("chairs") ? "chairs" : "is:received"),
      );
      expect((await answer(q, "/threads"))[0]).toBe(200);
    }
    // A name is the same in other cases, however its letters are composed, and without its quotation marks.
    for (const name of ["Łódź Größe", "ＡＢ１", 'The "A" list']) await labelled(mine, name);
    for (const q of [
      "label:łódź-größe",
      "label:łódź-größe".normalize("NFD"),
      "label:ŁÓDŹ-GRÖẞE",
      "label:ab1",
      'label:"the a list"',
    ])
      expect([q, ...(await answer(q))]).toEqual([q, 200, ""]);
    // Of one address its own labels are meant, also where the key reaches more.
    expect((await t.api.get(`/messages/search?q=label:payroll&identity_id=${mine.id}`)).status).toBe(400);
    expect((await t.api.get("/messages/search?q=label:payroll")).status).toBe(200);
  });

  test("words of one stem come after the word itself; where nothing is found, one wrong letter is forgiven and said", async () => {
    const mine = await t.address();
    for (const text of [
      "two invoices of May",
      "an invoice of June",
      "the weather",
      "INVOICING in July",
      "boarding pass KX4408",
      "reciept for May 3, and nothing else until 2031",
    ])
      await t.mail({ to: mine.email, from: "ann@example.org", subject: text, text });
    await indexed();
    const search = async (q: string) => {
      const query = new URLSearchParams({ q, identity_id: mine.id });
      const answer = await t.api.get<PageOf<Message>>(`/messages/search?${query}`);
      return [answer.json.data.map(({ subject }) => subject), answer.headers.get("postroom-search")];
    };
    expect(await search("invoices")).toEqual([
      ["two invoices of May", "INVOICING in July", "an invoice of June"],
      null,
    ]);
    expect(await search("wetaher")).toEqual([["the weather"], "similar"]);
    expect(await search('"wetaher"')).toEqual([[], null]);
    expect(await search("zzzzzzz")).toEqual([[], null]);
    for (const q of ["kx 4408", "boarding kx 4408"])
      expect([q, ...(await search(q))]).toEqual([q, ["boarding pass KX4408"], "similar"]);
    // Words before a number are no code where the mail has them apart.
    for (const q of ["reciept may 2031", "receipt may 2031"])
      expect([q, (await search(q))[0]]).toEqual([q, ["reciept for May 3, and nothing else until 2031"]]);
    for (const q of ['"kx 4408"', "kx -4408 zzzz", "pass 4408 kx"])
      expect([q, ...(await search(q))]).toEqual([q, [], null]);
  });
});
