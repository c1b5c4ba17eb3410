// Times of events that have an offset, as wall clocks of the event's zone: an offset says a moment, whatever the zone is. DECISIONS MCP
import { parseLocal } from "../../lib/local-time.ts";
import { isMoment, localOfOffset, zoneName } from "../../lib/zones.ts";
import { refusalWith, ToolRefusal } from "../right-call.ts";
import { ours } from "../words.ts";

interface GivenTimes {
  start?: string;
  end?: string;
  timezone?: string;
}

const offsetBehind = /(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * Changes of the arguments where a time has an offset. A wall clock beside it has the same offset, where no zone was given.
 * @param zoneOf the zone of an event of which none is given
 * @throws ToolRefusal where the offset is not that of the zone that was given: one of them is wrong
 */
export async function localTimes(
  { start, end, timezone }: GivenTimes,
  zoneOf: () => Promise<string>,
): Promise<GivenTimes> {
  const given = Object.entries({ start, end }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const [moment] = given.flatMap(([, text]) => (isMoment(text) ? [text] : []));
  const own = moment === undefined ? null : timezone === undefined ? await zoneOf() : zoneName(timezone);
  if (moment === undefined || own === null) return {};
  // An hour that the clocks of the zone show a second time is said in UTC.
  const isSaid = given.every(([, text]) => !isMoment(text) || localOfOffset(text, own) !== null);
  const zone = isSaid ? own : "UTC";
  const offset = timezone === undefined ? offsetBehind.exec(moment)![0] : "";
  const isPlain = (text: string) => parseLocal(text.replace(" ", "T")) !== null;
  const clocks = given.map(([name, text]) => {
    const clock = localOfOffset(isPlain(text) ? `${text}${offset}` : text, zone);
    return { name, local: clock?.local ?? text, isOfZone: clock === null || clock.local === clock.written };
  });
  const local = Object.fromEntries(clocks.map((clock) => [clock.name, clock.local]));
  if (timezone === undefined || (isSaid && clocks.every(({ isOfZone }) => isOfZone)))
    return { ...local, timezone: zone };
  const why = ours`The offset of a time is not that of timezone on that day, or the clocks show that hour twice. Say the wall clock in timezone, without an offset, or both times in UTC. Nothing was done.`;
  // A wall clock beside it may be of the zone or of the offset.
  if (given.some(([, text]) => !isMoment(text))) throw new ToolRefusal(why);
  throw refusalWith(why, {
    given: { ...Object.fromEntries(given), timezone },
    right: { arguments: isSaid ? local : { ...local, timezone: zone } },
  });
}
