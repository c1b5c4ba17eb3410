// Recipients as people type them: all are understood, or what was not is named.
import { expect, test } from "bun:test";
import { readTypedList } from "../../src/mail/typed-list.ts";
import { addresseesProblem, mailboxesOf, recipients } from "../../src/schema/message/addressees.ts";

const written = (text: string) => {
  const { mailboxes, unread } = readTypedList(text);
  return unread ?? mailboxes.map(({ email, name }) => (name === null ? email : `${name} <${email}>`));
};

test.each([
  ["", []],
  [" , ;", []],
  ["ada@x.example", ["ada@x.example"]],
  ["ada@x.example, bob@y.example;cy@z.example", ["ada@x.example", "bob@y.example", "cy@z.example"]],
  ["Ada <ada@x.example>,Bob B. <bob@y.example>", ["Ada <ada@x.example>", "Bob B. <bob@y.example>"]],
  ["Lovelace, Ada <ada@x.example>, bob@y.example", ["Lovelace, Ada <ada@x.example>", "bob@y.example"]],
  ['"Lovelace, Ada; \\"Lady\\"" <ada@x.example>', ['Lovelace, Ada; "Lady" <ada@x.example>']],
  ["ada@x.example <ADA@x.example>", ["ada@x.example <ADA@x.example>"]],
  ["ada@x.example (Ada, at work)", ["Ada, at work <ada@x.example>"]],
  ["<mailto:ada@x.example>", ["ada@x.example"]],
  ['"a b"@x.example', ['"a b"@x.example']],
  ["Jörg <jörg@müller.example>", ["Jörg <jörg@müller.example>"]],
])("%p is understood", (text, boxes) => {
  expect(written(text)).toEqual(boxes);
});

test.each([
  ["first@x.example second@x.example", "first@x.example second@x.example"],
  ["ok@x.example, first@x.example second@x.example", "first@x.example second@x.example"],
  ["<first@x.example> <second@x.example>", "<first@x.example> <second@x.example>"],
  ["first@x.example <second@x.example>", "first@x.example <second@x.example>"],
  ["Ada <ada@x.example> Bob <bob@y.example>", "Ada <ada@x.example> Bob <bob@y.example>"],
  ["Ada <ada@x.example> bob@y.example", "Ada <ada@x.example> bob@y.example"],
  ["ada@x.example, nobody", "nobody"],
  ["ada@x.example, \u202ebob@y.example", "\u202ebob@y.example"],
  ["bob\u200b@y.example", "bob\u200b@y.example"],
  ["bob\u{e0061}@y.example", "bob\u{e0061}@y.example"],
  ["bo\u00adb@y.example", "bo\u00adb@y.example"],
  ["Ada Lovelace, bob@y.example", "Ada Lovelace"],
  ["friends: ada@x.example, bob@y.example;", "friends: ada@x.example"],
  ['"Ada <ada@x.example>', '"Ada <ada@x.example>'],
  ["Ada <ada@x.example", "Ada <ada@x.example"],
  ["ada@", "ada@"],
  ["ada@x.example@y.example", "ada@x.example@y.example"],
])("of %p a part is not", (text, part) => {
  expect(written(text)).toBe(part);
});

test("long lists take time in proportion to their length", () => {
  for (const piece of ['"', "(", "<", "a,", '"a" ', "<a@b> ", "a@b ", "\\", "\\,", "@"])
    expect(readTypedList(piece.repeat(200_000)).mailboxes.length).toBe(0);
});

test("so are recipients of requests", () => {
  for (const text of [
    "first@x.example second@x.example",
    "first@x.example <second@x.example>",
    "first@x.example, second@x.example",
    "Ada first@x.example <second@x.example>",
  ])
    expect(addresseesProblem(recipients, [text])).toContain(`names ${JSON.stringify(text)}`);
  for (const text of [
    "ada@x.example <Ada@x.example>",
    '"Ada @ home" <ada@x.example>',
    "Ada <ada@x.example>",
  ]) {
    expect(addresseesProblem(recipients, [text])).toBeNull();
    expect(mailboxesOf(text)[0]!.email.toLowerCase()).toBe("ada@x.example");
  }
});
