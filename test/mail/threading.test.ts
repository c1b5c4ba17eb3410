import { describe, expect, test } from "bun:test";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { baseSubject, messageIds, ownMessageId, shortened, threadKeys } from "../../src/mail/threading.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";

describe("baseSubject", () => {
  test.each([
    ["Hello", "hello", false],
    ["Re: Hello", "hello", true],
    ["RE: Hello", "hello", true],
    ["re:Hello", "hello", true],
    ["Re : Hello", "hello", true],
    ["Re: Re: Re: Hello", "hello", true],
    ["Re[2]: Hello", "hello", true],
    ["Re^3: Hello", "hello", true],
    ["Re (2): Hello", "hello", true],
    ["AW: Hello", "hello", true],
    ["Antw: Hello", "hello", true],
    ["SV: Hello", "hello", true],
    ["VS: Hello", "hello", true],
    ["RV: Hello", "hello", true],
    ["Odp: Hello", "hello", true],
    ["Ynt: Hello", "hello", true],
    ["R: Hello", "hello", true],
    ["RE: AW: Hello", "hello", true],
    ["回复: Hello", "hello", true],
    ["回复：Hello", "hello", true],
    ["答复: Hello", "hello", true],
    ["Ответ: Hello", "hello", true],
    ["Fwd: Hello", "hello", false],
    ["FW: Hello", "hello", false],
    ["WG: Hello", "hello", false],
    ["TR: Hello", "hello", false],
    ["转发: Hello", "hello", false],
    ["Fwd: Re: Hello", "hello", true],
    ["[list] Re: Hello", "hello", true],
    ["Re: [list] Hello", "[list] hello", true],
    ["[list] Hello", "[list] hello", false],
    ["Hello (fwd)", "hello", false],
    ["  Hello \t world ", "hello world", false],
    ["Report: Hello", "report: hello", false],
    ["12:30 lunch", "12:30 lunch", false],
    ["Re:", "", true],
    ["", "", false],
    [null, "", false],
  ])("of %p", (subject, base, isReply) => {
    expect(baseSubject(subject)).toEqual({ base, isReply });
  });
});

describe("ids", () => {
  test("come out of any references", () => {
    expect(messageIds("<a@b> <c@d>\r\n <a@b>")).toEqual(["a@b", "c@d"]);
    expect(messageIds("Your message of Monday <a@b>")).toEqual(["a@b"]);
    expect(messageIds("a@b c@d")).toEqual(["a@b", "c@d"]);
    expect(messageIds("<a b @c>")).toEqual(["ab@c"]);
    expect(messageIds("<<a@b>")).toEqual(["a@b"]);
    expect(messageIds("<a@b")).toEqual([]);
    expect(messageIds(null)).toEqual([]);
  });

  test("one's own may be without brackets", () => {
    expect(ownMessageId("<a@b> (added by x)")).toBe("a@b");
    expect(ownMessageId("1234-ABC")).toBe("1234-ABC");
    expect(ownMessageId("two words")).toBeNull();
    expect(ownMessageId(null)).toBeNull();
  });

  test("long chains keep the first and the newest", () => {
    const ids = Array.from({ length: 150 }, (_, index) => String(index));
    const kept = shortened(ids, 100);
    expect(kept.length).toBe(100);
    expect(kept[0]).toBe("0");
    expect(kept[1]).toBe("51");
    expect(kept.at(-1)).toBe("149");
  });

  test("keys are In-Reply-To, then References from the newest", () => {
    expect(threadKeys({ inReplyTo: ["c"], references: ["a", "b", "c"] })).toEqual(["c", "b", "a"]);
    expect(threadKeys({ inReplyTo: [], references: ["a", "b"] })).toEqual(["b", "a"]);
  });
});

describe.skipIf(skipWithoutData())("threads of real mails", () => {
  test("an answer found by its ids has its parent's subject", () => {
    const mails = mailFiles("mailbox/ham").map(({ raw }) => parseNow(raw));
    const byId = new Map(mails.map((mail) => [mail.messageId, mail]));
    let joined = 0;
    let same = 0;
    for (const mail of mails) {
      const parent = threadKeys(mail)
        .map((key) => byId.get(key))
        .find((found) => found !== undefined && found !== mail);
      if (!parent) continue;
      joined++;
      if (baseSubject(mail.subject).base === baseSubject(parent.subject).base) same++;
    }
    process.stderr.write(
      `real threads: ${joined} answers joined by id, ${same} with their parent's subject\n`,
    );
    expect(joined).toBeGreaterThan(50);
    expect(same / joined).toBeGreaterThan(0.9);
  });
});
