import { expect, test } from "bun:test";
import { clientNetwork, inNetworks, isPublicAddress, parseNetworks } from "../../src/lib/networks.ts";

const publicOnes = [
  "1.1.1.1",
  "8.8.8.8",
  "193.0.0.1",
  "172.32.0.1",
  "100.128.0.1",
  "223.255.255.254",
  "2001:4860:4860::8888",
];
publicOnes.push("2a00:1450:4001::1", "2600::1", "::ffff:8.8.8.8", "64:ff9b::808:808");

const specialOnes =
  `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 169.254.0.1
169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1
192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::a00:1
64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:30::1 2001:db8::1
2002:7f00:1:: 2002:808:808:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 4000::1 8000::1`.split(
    /\s+/,
  );

test("public addresses pass", () => {
  for (const address of publicOnes) expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test("every special range of both families is out", () => {
  for (const address of specialOnes) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

test("what is no address is not public: other notations are names", () => {
  for (const text of [
    "",
    "localhost",
    "2130706433",
    "0x8.8.8.8",
    "010.8.8.8",
    "8.8.8",
    "8.8.8.8.",
    "1.1.1.1/8",
    "[::1]",
  ]) {
    expect([text, isPublicAddress(text)]).toEqual([text, false]);
  }
});

test("lists of networks: CIDRs and single addresses, mapped addresses count as IPv4", () => {
  const networks = parseNetworks("127.0.0.0/8, ::1,10.1.2.3");
  for (const address of ["127.9.9.9", "::1", "10.1.2.3", "::ffff:127.0.0.1"])
    expect(inNetworks(address, networks)).toBe(true);
  for (const address of ["128.0.0.1", "::2", "10.1.2.4", "::ffff:10.1.2.4", "junk"])
    expect(inNetworks(address, networks)).toBe(false);
  expect(inNetworks("10.0.0.1", [])).toBe(false);
  expect(() => parseNetworks("10.0.0.0/33")).toThrow("10.0.0.0/33");
  expect(() => parseNetworks("example.com")).toThrow("example.com");
});

test("an address is answered alike the first time and the thousandth, whichever were asked about in between", () => {
  const networks = parseNetworks("10.0.0.0/8,2001:db8::/32");
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 1500; n++) {
      const [high, low] = [n >> 8, n & 255];
      expect(inNetworks(`10.1.${high}.${low}`, networks)).toBe(true);
      expect(inNetworks(`11.1.${high}.${low}`, networks)).toBe(false);
      expect(clientNetwork(`2001:db8:1:${n.toString(16)}::5`)).toBe(`2001:db8:1:${n.toString(16)}::/64`);
      expect(clientNetwork(`no address ${n}`)).toBe(`no address ${n}`);
    }
});
