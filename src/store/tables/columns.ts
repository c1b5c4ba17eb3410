// Column types that mean the same in both databases: an instant is a string with microseconds (a Date loses them),
// bytes are a Uint8Array, a transaction id is a string.
import { bigint, customType, uuid } from "drizzle-orm/pg-core";
import type { Instant } from "../../lib/clock.ts";

export const instant = customType<{ data: Instant; driverData: string }>({ dataType: () => "timestamptz" });
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });

/** jsonb, which the driver parses. */
export function json<T>(name: string) {
  return customType<{ data: T; driverData: unknown }>({
    dataType: () => "jsonb",
    toDriver: (value) => JSON.stringify(value),
  })(name);
}

export const int8 = (name: string) => bigint(name, { mode: "number" });
export const accountId = () => uuid("account_id").notNull();
export const createdAt = () => instant("created_at").notNull();
