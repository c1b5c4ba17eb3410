// Moves an object to another name or calendar of the same address. RFC 4918 9.9
import { Failure } from "../../../src/lib/failure.ts";
import { getObject } from "../../../src/store/calendar/objects.ts";
import { moveObject } from "../../../src/store/calendar/objects-write.ts";
import type { Turn } from "../../runtime/turn.ts";
import { newTouch } from "./objects.ts";
import { type Conditions, checkConditions, type ObjectPlace } from "./put-objects.ts";

/** @throws ConditionFailed; Failure not_found, conflict (another object came to the destination) */
export async function moveObjectTo(
  turn: Turn,
  { from, to, conditions }: { from: ObjectPlace; to: ObjectPlace; conditions: Conditions },
): Promise<void> {
  const object = await getObject(turn, turn.owner, from);
  if (!object) throw new Failure("not_found", "There is no such object.");
  checkConditions(object, conditions);
  const there = await getObject(turn, turn.owner, to);
  if (there?.objectUid === object.objectUid) return;
  if (there) throw new Failure("conflict", "Another object is at the destination.");
  const { objectUid } = object;
  const { calendarId, name } = to;
  turn.bulk(moveObject(turn.owner, { objectUid, calendarId, name }, newTouch(turn)));
}
