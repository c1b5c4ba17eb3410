// The words of pictures as a browser paints them: where pictures are not loaded, and nowhere else.
import { expect, test } from "bun:test";
import { launchChromium, noChromium } from "../../support/clients/programs.ts";
import { htmlMail, viewsOf } from "./views.ts";

const picture = (alt: string, more = "width=200 height=60") =>
  `<img src="https://a.example/p.png" ${more} alt="${alt}">`;
/** A mail around a picture's words. */
const mails: ((alt: string) => string)[] = [
  (alt) => picture(alt),
  (alt) => `<a href="https://a.example/pay">${picture(alt)}</a>`,
  (alt) => `<table bgcolor="#0044cc"><tr><td style="color:#fff">${picture(alt)}</td></tr></table>`,
  (alt) => `<div style="font-size:0">${picture(alt, 'width=200 height=60 style="font-size:13px"')}</div>`,
  (alt) => `<div style="font-size:0">${picture(alt)}</div>`,
  (alt) => `<div style="color:#fff">${picture(alt)}</div>`,
  (alt) => `<div style="opacity:0">${picture(alt)}</div>`,
  (alt) => `<div style="display:none">${picture(alt)}</div>`,
  (alt) => `<div style="height:0;overflow:hidden">${picture(alt)}</div>`,
  (alt) => picture(alt, "width=1 height=1"),
];
/** A white picture of one point. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=",
  "base64",
);

test.skipIf(noChromium !== null)(
  "the words of pictures are read where a browser paints them",
  async () => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ viewport: { width: 600, height: 300 } });
      let isLoaded = false;
      await context.route("**/*", (route) =>
        isLoaded ? route.fulfill({ contentType: "image/png", body: png }) : route.abort(),
      );
      const page = await context.newPage();
      const painted = async (html: string) => {
        await page.goto("about:blank");
        await page.setContent(`<p>a</p>${html}`, { waitUntil: "load" });
        return (await page.screenshot()).toString("base64");
      };
      for (const make of mails) {
        isLoaded = false;
        const isPainted = (await painted(make("Call me"))) !== (await painted(make("i")));
        const isRead = viewsOf(htmlMail(`<p>a</p>${make("Call me")}`)).replyText.includes("Call me");
        isLoaded = true;
        const isOverPicture = (await painted(make("Call me"))) !== (await painted(make("i")));
        expect({ html: make(""), isRead, isOverPicture }).toEqual({
          html: make(""),
          isRead: isPainted,
          isOverPicture: false,
        });
      }
    } finally {
      await browser.close();
    }
  },
  300_000,
);
