// Times of events that have an offset, as wall clocks of the event's zone: an offset says a moment, whatever the zone is. DECISIONS MCP
import { parseLocal } from "../../lib/local-time.ts";
import { localOfOffset, zoneName } from "../../lib/zones.ts";
import { correction, ToolRefusal } from "../right-call.ts";
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
  const isMoment = (text: string) => localOfOffset(text, "UTC") !== null;
  const [moment] = given.flatMap(([, text]) => (isMoment(text) ? [text] : []));
  const zone = moment === undefined ? null : timezone === undefined ? await zoneOf() : zoneName(timezone);
  if (moment === undefined || zone === null) return {};
  const offset = timezone === undefined ? offsetBehind.exec(moment)![0] : "";
  const isPlain = (text: string) => parseLocal(text.replace(" ", "T")) !== null;
  const clocks = given.map(([name, text]) => {
    const clock = localOfOffset(isPlain(text) ? `${text}${offset}` : text, zone);
    return { name, local: clock?.local ?? text, isOfZone: clock === null || clock.local === clock.written };
  });
  const local = Object.fromEntries(clocks.map((clock) => [clock.name, clock.local]));
  if (timezone !== undefined && clocks.some(({ isOfZone }) => !isOfZone))
    throw new ToolRefusal(
      ours`The offset of a time is not that of timezone on that day. Say the wall clock in timezone, without an offset. Nothing was done.`,
      correction({ ...Object.fromEntries(given), timezone }, { arguments: local }),
    );
  return { ...local, timezone: zone };
}
