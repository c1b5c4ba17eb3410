// Rows of the search index that an older version wrote, with trigrams: REST and IMAP find them beside those in segments.
import { expect, test } from "bun:test";
import { wordsOf } from "../../src/mail/search/search-words.ts";
import { identityWord } from "../../src/store/mailbox/search.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

const indexed = (t: SuiteApp) =>
  eventually(async () => (await t.app.core.database.rows("select from search_queue limit 1")).length === 0);

/** Makes all rows of an account what the older version wrote for mails of this text. */
async function asBefore(t: SuiteApp, identityId: string, text: string): Promise<void> {
  const tenant = [`a${t.accountId.replaceAll("-", "")}`, identityWord(identityId)];
  const upper = wordsOf(text).map((word) => word.toUpperCase());
  const grams = upper.flatMap((word) =>
    Array.from({ length: word.length - 2 }, (_, at) => `=${word.slice(at, at + 3)}`),
  );
  await t.app.core.database.values(
    `update message_search set words = null, document = $3::text::tsvector,
       grams = array_to_tsvector(string_to_array($4::text, ' '))
     where account_id = $1::uuid and identity_id = $2::uuid returning 1`,
    [t.accountId, identityId, [...wordsOf(text), ...tenant].join(" "), [...grams, ...tenant].join(" ")],
  );
  await t.app.core.database.values("delete from search_segments where account_id = $1::uuid returning 1", [
    t.accountId,
  ]);
}

eachApp(
  "older rows of the search index",
  (t) => {
    test("are found beside newer ones, and written anew when their mail is indexed again", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.append("INBOX", smallMail("hippopotamus"));
      await indexed(t);
      await asBefore(t, box.id, "hippopotamus");
      await talk.append("INBOX", smallMail("hippopotamus"));
      await talk.append("INBOX", smallMail("giraffe"));
      await indexed(t);
      await talk.ok("SELECT INBOX");
      const found = async (q: string) =>
        (await t.api.get<PageOf<unknown>>(`/messages/search?q=${q}&identity_id=${box.id}`)).json.data.length;
      const forms = async () =>
        (
          await t.app.core.database.rows<{ older: boolean }>(
            `select words is null as older from message_search
             where account_id = $1::uuid and identity_id = $2::uuid order by message_id`,
            [t.accountId, box.id],
          )
        ).map(({ older }) => older);
      for (const older of [true, false]) {
        expect(await forms()).toEqual([older, false, false]);
        expect(await talk.ok("SEARCH BODY popot")).toEqual(["* SEARCH 1 2"]);
        expect(await talk.ok("SEARCH OR BODY popot BODY giraf")).toEqual(["* SEARCH 1 2 3"]);
        expect(await talk.ok("SEARCH NOT BODY popot")).toEqual(["* SEARCH 3"]);
        expect([await found("hippopotamus"), await found("popot"), await found("giraffe")]).toEqual([
          2, 2, 1,
        ]);
        await t.app.core.database.values(
          "insert into search_queue select account_id, message_id from message_search where account_id = $1::uuid returning 1",
          [t.accountId],
        );
        await indexed(t);
      }
      talk.close();
    });
  },
  { env },
);
