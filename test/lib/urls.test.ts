// URLs and names that strangers write, such that the runtime's own converter would be busy for minutes.
import { describe, expect, test } from "bun:test";
import { placeOfHref } from "../../src/dav/paths.ts";
import { isOwnResource } from "../../src/http/oauth/metadata.ts";
import { nameToAscii, parseUrl } from "../../src/lib/urls.ts";
import { domainOf, shownDomain } from "../../src/mail/domain-name.ts";

const labels = "ü.".repeat(1_000_000);

describe("names of a million labels", () => {
  test("are no names, at once", () => {
    expect(nameToAscii(`${labels}example`)).toBe("");
    expect(domainOf(`${labels}example`)).toBeNull();
    expect(shownDomain(`${labels}example`)).toBe(`${labels}example`);
  });

  test("are in no URL", () => {
    expect(parseUrl(`https://${labels}example/`)).toBeNull();
    expect(isOwnResource(`https://${labels}example/`, ["https://own.example"])).toBe(false);
  });

  test("stand before a path of this service all the same", () => {
    const place = placeOfHref(`http://${labels}/dav/calendars/a@b.example/calendar/1.ics`);
    expect(place).toEqual(placeOfHref("/dav/calendars/a@b.example/calendar/1.ics"));
    expect(place).not.toBeNull();
  });
});

test("names and URLs that there can be are converted", () => {
  expect(nameToAscii("bücher.example")).toBe("xn--bcher-kva.example");
  expect(domainOf("b\u00adücher。example")).toBe("xn--bcher-kva.example");
  expect(parseUrl("https://bücher.example/a")?.hostname).toBe("xn--bcher-kva.example");
  expect(parseUrl("b", "https://a.example/a")?.href).toBe("https://a.example/b");
  expect(parseUrl("no url")).toBeNull();
});
