import { describe, expect, test } from "bun:test";
import { canonicalAddress, mailboxesOf, parseAddress, parseAddressList } from "../../../src/mail/address.ts";

describe("parseAddress", () => {
  test.each([
    ["a@b.c", "a", "b.c"],
    ["First.Last+tag@Example.ORG", "First.Last+tag", "example.org"],
    ["o'brien!#$%&*/=?^_`{|}~-@example.org", "o'brien!#$%&*/=?^_`{|}~-", "example.org"],
    ['"john doe"@example.org', '"john doe"', "example.org"],
    ['"john"@example.org', "john", "example.org"],
    ['"a\\"b\\\\c"@example.org', '"a\\"b\\\\c"', "example.org"],
    ['"a@b"@example.org', '"a@b"', "example.org"],
    ["jörg@müller.de", "jörg", "xn--mller-kva.de"],
    ["a@xn--mller-kva.de", "a", "xn--mller-kva.de"],
    ["用户@例え.jp", "用户", "xn--r8jz45g.jp"],
    ["a@localhost", "a", "localhost"],
    ["a@postroom.localhost", "a", "postroom.localhost"],
    ["bounce@mail_1.example.org", "bounce", "mail_1.example.org"],
    [`${"a".repeat(64)}@example.org`, "a".repeat(64), "example.org"],
  ])("reads %p", (text, localPart, domain) => {
    expect(parseAddress(text)).toEqual({ localPart, domain });
  });

  test.each([
    "",
    "a",
    "@b.c",
    "a@",
    "a b@c.d",
    "a@b c.d",
    ".a@b.c",
    "a.@b.c",
    "a..b@c.d",
    "a@b..c",
    "a@.b",
    "a@b.",
    "a@-b.c",
    "a@b-.c",
    "a@[192.0.2.1]",
    "a@[IPv6:::1]",
    "a@192.0.2.1",
    "a@0x7f.1",
    "a@b.0x1",
    "a@xn--a",
    'a"b@c.d',
    '"a@c.d',
    '"a"b"@c.d',
    '"a\\"@c.d',
    '""@c.d',
    "a\r\n@b.c",
    "a@b.c\n",
    "a\0@b.c",
    "a\u0085@b.c",
    "a\u2028@b.c",
    "a@b\u200b\u0000.c",
    "a\ud800@b.c",
    "<a@b.c>",
    "A <a@b.c>",
    "a@b@c.d",
    `${"a".repeat(65)}@example.org`,
    `${"ä".repeat(33)}@example.org`,
    `a@${"b".repeat(64)}.org`,
    `a@${"b.".repeat(130)}org`,
    `${"a".repeat(2000)}@b.c`,
  ])("refuses %p", (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  test("canonical addresses are equal for the same mailbox", () => {
    expect(canonicalAddress("First.LAST@EXAMPLE.org")).toBe("first.last@example.org");
    expect(canonicalAddress('"First"@example.org')).toBe("first@example.org");
    expect(canonicalAddress("JO\u0308RG@MÜLLER.de")).toBe(canonicalAddress("jörg@xn--mller-kva.de"));
    expect(canonicalAddress("nobody")).toBeNull();
  });
});

describe("address lists", () => {
  const read = (header: string) =>
    mailboxesOf(parseAddressList(header)).map(({ name, email }) =>
      name === null ? email : `${name} <${email}>`,
    );

  test.each([
    ["a@b.c", ["a@b.c"]],
    ["<a@b.c>", ["a@b.c"]],
    ["A B <a@b.c>, c@d.e", ["A B <a@b.c>", "c@d.e"]],
    ['"B, A" <a@b.c>', ["B, A <a@b.c>"]],
    ['"quo\\"ted" <a@b.c>', ['quo"ted <a@b.c>']],
    ["a@b.c (A B)", ["A B <a@b.c>"]],
    ["Doe, John <a@b.c>", ["Doe, John <a@b.c>"]],
    ["root, John <a@b.c>", ["root <>", "John <a@b.c>"]],
    ["A Group:Ed <ed@b.c>,jo@b.c;, x@y.z", ["Ed <ed@b.c>", "jo@b.c", "x@y.z"]],
    ["undisclosed-recipients:;", []],
    ["<undisclosed-recipients:;@example.org>", []],
    ["<@relay.a,@relay.b:a@b.c>", ["a@b.c"]],
    ["Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>", ["Pete <pete@silly.test>"]],
    ['"john doe"@b.c', ['"john doe"@b.c']],
    ["jdoe @ example . org", ["jdoe@example.org"]],
    ["John a@b.c", ["John <a@b.c>"]],
    ["John <a@b.c", ["John <a@b.c>"]],
    ["John <a@b.c, Jane <d@e.f>", ["John <a@b.c>", "Jane <d@e.f>"]],
    ["<mailto:a@b.c>", ["a@b.c"]],
    ["a@b.c; d@e.f", ["a@b.c", "d@e.f"]],
    ["=?utf-8?Q?M=C3=BCller=2C_J?= <a@b.c>", ["Müller, J <a@b.c>"]],
    ["=?utf-8?Q?M=C3=BCller,_J?= <a@b.c>", ["Müller, J <a@b.c>"]],
    ["=?utf-8?Q?J=C3=B6rg?= =?utf-8?Q?_M=C3=BC?= <a@b.c>", ["Jörg Mü <a@b.c>"]],
    ['"=?utf-8?B?SsO2cmc=?=" <a@b.c>', ["Jörg <a@b.c>"]],
    ["=?utf-8?Q?J_=3Ca=40b=2Ec=3E?=", ["J <a@b.c>"]],
    ["=?utf-8?Q?a=40b.c?=", ["a@b.c"]],
    ["=?utf-8?Q?a@b.c?=", ["a@b.c"]],
    ["<=?utf-8?Q?a=40b.c?=>", ["a@b.c"]],
    ["=?utf-8?Q?J=C3=B6rg?= <=?utf-8?B?YUBiLmM=?=>", ["Jörg <a@b.c>"]],
    ["Jo <=?utf-8?Q?=3Ca=40b.c=3E?=>", ["Jo <a@b.c>"]],
    ["=?utf-8?Q?a?=@b.c", ["a@b.c"]],
    ["J <=?utf-8?Q?a?=@b.c>", ["J <a@b.c>"]],
    ["a@=?utf-8?Q?b.c?=", ["a@b.c"]],
    ["=?utf-8?B?YUA=?= =?utf-8?B?Yi5j?=", ["a@b.c"]],
    ["=?utf-8?Q?J=C3=B6rg?= =?utf-8?Q?a?=@b.c", ["Jörg <a@b.c>"]],
    ["=?utf-8?Q?J=C3=B6rg?= a@b.c", ["Jörg <a@b.c>"]],
    ["=?utf-8?Q?J@work?= <a@b.c>", ["J@work <a@b.c>"]],
    ['"=?utf-8?Q?J=C3=B6rg_<a=40b.c>?="', ["Jörg <a@b.c>"]],
    ["=?utf-8?Q?J_=3Ca=40b.c=3E=2C_d=40e.f?=, g@h.i", ["J <a@b.c>", "d@e.f", "g@h.i"]],
    ["=?utf-8?Q?=D0=90_=3Ca=40b.c=3E?=, x@y.z", ["А <a@b.c>", "x@y.z"]],
    ["=?utf-8?Q?=3D=3Futf-8=3FQ=3Fa=3D40b.c=3F=3D?=", ["=?utf-8?Q?a=40b.c?= <>"]],
    ["J\u00c3\u00b6rg <a@b.c>", ["Jörg <a@b.c>"]],
    ["", []],
    [",,;", []],
    ["<>", []],
    ['"', []],
    ["(", []],
  ])("reads %p", (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  test("marks groups as IMAP needs them", () => {
    expect(parseAddressList("G:a@b.c;")).toEqual([
      { name: null, mailbox: "G", host: null },
      { name: null, mailbox: "a", host: "b.c" },
      { name: null, mailbox: null, host: null },
    ]);
  });
});
