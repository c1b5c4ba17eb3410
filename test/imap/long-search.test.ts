// A search in memory over many messages leaves the others of the process their turns.
import { expect, test } from "bun:test";
import { findFiltered } from "../../src/imap/search/find-messages.ts";
import type { ImapSession } from "../../src/imap/session.ts";
import { FlagState } from "../../src/imap/state/flag-state.ts";
import { FolderTracker } from "../../src/imap/state/folder-tracker.ts";
import type { SearchFilter } from "../../src/mail/search/filter.ts";

test("a search with many keys in a large mailbox does not stop everybody else", async () => {
  const size = 4_000;
  const uids = Array.from({ length: size }, (_, index) => index + 1);
  const states = new FlagState(size);
  for (const uid of uids) states.set(uid, [`k${uid % 100}`, `own${uid}`]);
  const view = new FolderTracker({ uids, modseq: 1, recentFrom: 1, states }).open(true);
  const session = {
    login: {},
    selected: { view },
    ownFeed: { refresh: async () => undefined },
    connection: { isClosed: false },
  } as unknown as ImapSession;
  const filter: SearchFilter = {
    op: "and",
    filters: Array.from({ length: 200 }, (_, n) => ({
      op: "not",
      filter: { op: "keyword", keyword: n === 0 ? "k7" : `other${n}` },
    })),
  };
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const found = await findFiltered(session, filter);
  clearInterval(others);
  expect(found.length).toBe(size - size / 100);
  expect(turns).toBeGreaterThan(1);
});
