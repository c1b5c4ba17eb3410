// DECISIONS: Visible text.
import { expect } from "bun:test";
import { one } from "../../answers.ts";
import type { Table } from "../rows.ts";

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
