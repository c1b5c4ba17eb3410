// The read state of a message, for lists and searches of the mailbox.
import { Flag } from "../tables/index.ts";

/** The read state that message `m` is shown with: that of its newest placement; 0 is unread. */
export const seenBit = `coalesce((select p.flags & ${Flag.seen} from placements p
            where p.account_id = m.account_id and p.message_id = m.id
            order by p.created_at desc, p.uid desc limit 1), case when m.direction = 'outbound' then 1 else 0 end)`;
