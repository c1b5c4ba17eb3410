// DECISIONS: Codes and links.
import { expect } from "bun:test";
import { absent, one } from "../../answers.ts";
import { nobody } from "../../fixtures.ts";
import type { Table } from "../rows.ts";

export const codes: Table = {
  "DECISIONS Codes and links": {
    "GET /messages/{id}/codes finds what a person would type or open, and says whether the sender is proved":
      async (f) => {
        const { message } = await f.inbound({
          headers: ["Subject: Confirm your email address"],
          body: "Enter this code to confirm your email address: 482 913\r\n\r\nOr open https://a.example/confirm/77aa01\r\n",
        });
        const codes = await one(f.get(`/messages/${message.id}/codes`), 200, "MessageCodes");
        expect(codes).toEqual({
          message_id: message.id,
          authenticated: false,
          authenticated_here: false,
          aligned_domain: null,
          codes: [{ code: "482913", confidence: "high" }],
          links: [
            {
              kind: "confirmation",
              url: "https://a.example/confirm/77aa01",
              text: "https://a.example/confirm/77aa01",
              confidence: "high",
            },
          ],
        });
        await absent(f.get(`/messages/${nobody}/codes`));
      },
  },
};
