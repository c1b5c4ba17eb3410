// SPEC: App passwords.
import { expect } from "bun:test";
import { absent, gone, many, none, one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const appPasswords: Table = {
  "SPEC App passwords": {
    "GET lists the devices of one address by page": async (f) => {
      const { id } = await f.address();
      await one(f.post("/app-passwords", { identity_id: id, name: "Phone" }), 201, "AppPasswordCreated");
      const rows = await many(f.get(`/app-passwords?identity_id=${id}`), "AppPassword");
      expect(rows).toMatchObject([{ identity_id: id, name: "Phone" }]);
    },
    "POST takes identity_id and name": async (f) => {
      const body = { identity_id: (await f.address()).id, name: "Phone" };
      for (const [field] of Object.entries(body))
        await refused(
          f.post("/app-passwords", { ...body, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
    },
    "POST is for an address that the key can already send from": async (f) => {
      const [mine, theirs] = [await f.address(), await f.address()];
      const key = await f.restricted(mine.id);
      await absent(key.post("/app-passwords", { identity_id: theirs.id, name: "Phone" }));
      await one(key.post("/app-passwords", { identity_id: mine.id, name: "P" }), 201, "AppPasswordCreated");
    },
    "POST answers 201 with username and password, once": async (f) => {
      const { id, email } = await f.address();
      const answer = f.post("/app-passwords", { identity_id: id, name: "Phone" });
      expect((await one(answer, 201, "AppPasswordCreated")).username).toBe(email);
      await many(f.get(`/app-passwords?identity_id=${id}`), "AppPassword");
    },
    "DELETE answers 200, and it is revoked": async (f) => {
      const to = await f.address();
      const { talk, password } = await f.imap(to);
      await gone(f.del(`/app-passwords/${password.id}`), password.id);
      await talk.closed();
      await none(f.get(`/app-passwords?identity_id=${to.id}`));
    },
    "It reads the inbox over IMAP": async (f) => {
      const { address } = await f.inbound();
      const { talk } = await f.imap(address);
      expect((await talk.ok("SELECT INBOX")).join("\n")).toContain("* 1 EXISTS");
      talk.close();
    },
  },
};
