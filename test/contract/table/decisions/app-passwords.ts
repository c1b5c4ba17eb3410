// DECISIONS: App passwords.
import { expect } from "bun:test";
import { many, one } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const appPasswords: Table = {
  "DECISIONS App passwords": {
    "List: id, identity_id, name, username, last_used_at, last_used_protocol, created_at": async (f) => {
      const to = await f.address();
      await one(f.post("/app-passwords", { identity_id: to.id, name: "P" }), 201, "AppPasswordCreated");
      expect(await many(f.get(`/app-passwords?identity_id=${to.id}`), "AppPassword")).toMatchObject([
        { username: to.email, last_used_at: null, last_used_protocol: null },
      ]);
    },
    "Creation adds password, four groups of four letters": async (f) => {
      const { id } = await f.address();
      const made = await one(
        f.post("/app-passwords", { identity_id: id, name: "P" }),
        201,
        "AppPasswordCreated",
      );
      expect(made.password).toMatch(/^[a-z]{4}([- ][a-z]{4}){3}$/);
    },
    "Spaces, hyphens and case are ignored": async (f) => {
      const to = await f.address();
      const made = await one(
        f.post("/app-passwords", { identity_id: to.id, name: "P" }),
        201,
        "AppPasswordCreated",
      );
      const letters = made.password.replace(/\W/g, "");
      for (const password of [letters, letters.toUpperCase(), `"${letters.match(/..../g)!.join(" ")}"`])
        (await f.logIn(to.email, password)).close();
    },
    "username is the address; a bare local part means MAIL_DOMAIN": async (f) => {
      const to = await f.address();
      const made = await one(
        f.post("/app-passwords", { identity_id: to.id, name: "P" }),
        201,
        "AppPasswordCreated",
      );
      expect(made.username).toBe(to.email);
      (await f.logIn(to.local_part, made.password)).close();
    },
  },
};
