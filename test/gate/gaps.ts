// Cells that are known to come out otherwise than the model says, by name; the list is to be empty. To take a gap out, remove
// its line and run `bun run fuzz --only gate`.
import { type DoorName, doors } from "./doors.ts";
import type { Maker, State } from "./states.ts";

type Gap = (door: DoorName, state: State, maker: Maker) => boolean;

const gaps: Record<string, Gap> = {
  "a blocked address lets its subaddresses pass": (_, { list }) => list === "blocked subaddress",
  "what a revoked maker has scheduled leaves": (door, _, maker) =>
    "lead" in doors[door] && (maker === "revoked key" || maker === "revoked program"),
  "an address's older, looser settings stand above the owner's stricter default": (_, { set }) =>
    set === "older",
  "what a restricted key has allowed stays allowed under the owner's stricter default": (_, { list }) =>
    list === "by the restricted key",
};

export function gapOf(door: DoorName, state: State, maker: Maker): boolean {
  return Object.values(gaps).some((isGap) => isGap(door, state, maker));
}
