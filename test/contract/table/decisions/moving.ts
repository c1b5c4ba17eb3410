// DECISIONS: Export, import, retention.
import { expect } from "bun:test";
import { many, none, one, refused } from "../../answers.ts";
import { held, type Table } from "../rows.ts";

const move = "cli/move.test.ts";
const retention = "http/mailbox/retention.test.ts";
const accounts = "cli/accounts.test.ts";

export const moving: Table = {
  "DECISIONS Domains, pods, routing rules": {
    "GET /domains/{id}/reports": async (f) => {
      const domains = await many(f.get("/domains"), "Domain");
      await none(f.get(`/domains/${domains[0]!.id as string}/reports`));
    },
    "DMARC and TLS reports are read, once, for the domain's owner": held(
      "http/domains/domain-reports.test.ts",
      "they are read, listed by their domain's owner, and stored once",
    ),
    "Bombs, entities and damage are no reports": held(
      "mail/report/policy-reports.test.ts",
      "bombs, entities, depth, damage and other files are no reports",
    ),
  },
  "DECISIONS Export, import, retention": {
    "Every format, there and back": held(
      move,
      "every format, there and back: bytes, flags, keywords, labels, dates and folders; run again it takes nothing twice",
    ),
    "Old mail stands at its own time, in threads as arriving mail": held(
      move,
      "threads are built as for arriving mail, and stand at their own time",
    ),
    "Files of other programs": held(move, "files of other programs"),
    "Calendars; nobody gets mail about them": held(
      move,
      "a calendar of another program; what is not kept is named",
    ),
    "From IMAP nothing is taken twice": held(
      "e2e/import-imap.test.ts",
      "mails come from Dovecot by IMAP, through a kill, and leave as a Maildir",
    ),
    "export --person": held(
      move,
      "a person asks: all mail from or to the address in the account, calendar, recipients and lists, and nobody else's",
    ),
    "RetentionRule: id, identity_id, folder, action, after_days, created_at": async (f) => {
      const body = {
        identity_id: (await f.address()).id,
        folder: "trash",
        action: "delete",
        after_days: 900,
      };
      const made = await one(f.post("/retention-rules", body), 201, "RetentionRule");
      expect(made).toMatchObject(body);
      const rules = await many(f.get("/retention-rules"), "RetentionRule");
      expect(rules.map(({ id }) => id)).toContain(made.id as string);
      await refused(f.post("/retention-rules", { ...body, folder: "drafts" }), 400, "validation_error");
      await one(f.del(`/retention-rules/${made.id as string}`), 200, "Deleted");
    },
    "Rules delete and archive what has been in a folder": held(
      retention,
      "mail is deleted after its days in the folder, archived by another rule, and stays where none holds",
    ),
    "Legal hold": held(
      retention,
      "under legal hold nothing is deleted: by rules, the API, a mail program, or with the address",
    ),
    "accounts delete removes everything": held(
      accounts,
      "everything is gone: rows of every table, mail, search index, events, deliveries, blobs; and nothing of others",
    ),
  },
};
