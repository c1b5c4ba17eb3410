// DECISIONS: Visible text.
import { expect } from "bun:test";
import { one } from "../../answers.ts";
import { held, type Table } from "../rows.ts";

const cases = "mail/visible/visible.test.ts";

export const visibleText: Table = {
  "DECISIONS Visible text": {
    "Texts and HTML hold what a person sees; the raw mail has all": async (f) => {
      const { message } = await f.inbound({
        headers: ["MIME-Version: 1.0", "Content-Type: text/html"],
        body: '<p>seen</p><p style="opacity:0">unseen</p>\r\n',
      });
      expect([message.reply_text, message.html.includes("unseen")]).toEqual(["seen", false]);
      expect((await f.get(`/messages/${message.id}/raw`)).text).toContain("unseen");
    },
    "Hidden is what CSS, attributes, size, colour and place make so": held(cases, "hidden in HTML"),
    "Where it is in doubt, text is visible": held(cases, "not hidden"),
    "A browser judges: no visible text of public mails is lost": held(
      "mail/visible/chromium.e2e.test.ts",
      "public mails and reply cases lose no visible text",
    ),
    "alt of a pixel goes, alt of a picture stays": held(cases, "an alternative text"),
    "Characters that no program shows go": held(cases, "invisible characters"),
    "Those stay that a script or an emoji needs": held(cases, "characters that scripts and emoji need"),
    "Where the plain part says something else, text is that of the HTML": held(
      cases,
      "is not what a person sees",
    ),
    "A sent message keeps the plain part as it was given": async (f) => {
      const address = await f.address();
      const { id } = await f.send(address, {
        to: f.far(),
        text: "one two three four",
        html: "<p>five six seven</p>",
      });
      const sent = await one(f.get(`/messages/${id}`), 200, "Message");
      expect(sent.text?.trim()).toBe("one two three four");
    },
  },
};
