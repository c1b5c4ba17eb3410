// DECISIONS: Protection and reviews. Each sentence takes an address, a key and a reviewer, so tests of their own prove it.
import { held, type Table } from "../rows.ts";

const outbound = "http/reviews/outbound.test.ts";
const settings = "http/reviews/protection.test.ts";
const inbound = "http/reviews/inbound.test.ts";
const ended = "gate/ended.test.ts";
const pages = "console/reviews.test.ts";

export const reviews: Table = {
  "DECISIONS Protection and reviews": {
    "Off by default": held(outbound, "an address without protection sends as before"),
    "A held send answers 202 with the draft's id and leaves octet for octet as it was seen": held(
      outbound,
      "leaves as it was seen once it is approved",
    ),
    "Lists: block is stronger; a blocked recipient is rejected with block_list": held(
      outbound,
      "one on the block list is refused",
    ),
    "Every door: reply, forward, drafts, schedule, calendar, submission, a repeat": held(
      outbound,
      "every door waits",
    ),
    "a review says until when a new domain's mail would wait": held(
      "http/reviews/ramp.test.ts",
      "says when the mail would leave, and the mail waits until then",
    ),
    "reject, return, take_over and edits": held(outbound, "edits, rejection, return and taking over"),
    "A blocked address is blocked with any tag, an allowed one stands for itself": held(
      "http/reviews/around.test.ts",
      "a blocked address is blocked with any tag; one that is allowed stands for itself alone",
    ),
    "human_review holds mail to the thread's people anywhere, and its owner": held(
      "http/reviews/around.test.ts",
      "human_review is not left by a new thread with the same person, nor by a change of the owner",
    ),
    "human_review holds mail to everybody whom received mail names": held(
      "gate/people.test.ts",
      "human_review holds mail to everybody whom received mail names",
    ),
    "human_review holds sends into the thread, and only who may decide takes it out": held(
      outbound,
      "human_review holds sends into the thread",
    ),
    "Mail of a thread in human_review is deleted for good by who may decide alone": held(
      ended,
      "no key or program deletes what a person looks at",
    ),
    "Protection stays with the name of an address that is deleted by who may not change it": held(
      ended,
      "an address that is made again is protected as it was",
    ),
    "A deleted draft ends its review; submission: refuse is 550 5.7.1": held(
      outbound,
      "withdrawing a draft ends its review",
    ),
    "approver human: no key decides or loosens": held(outbound, "approver human: no key decides"),
    "A restricted key's settings never loosen the default": held(
      settings,
      "a restricted key cannot loosen what others have set",
    ),
    "The account's default holds for addresses without settings": held(settings, "the account's default"),
    "first_contacts_a_day and untrusted_contacts_a_day hold sends beyond them": held(
      settings,
      "first contacts beyond the limits wait",
    ),
    "An expired review sends nothing": held(outbound, "an expired review sends nothing"),
    "A held received mail shows nothing of what was written": held(inbound, "a mail of a new sender is held"),
    "Released, it is received at that moment; rejected, it is deleted": held(
      inbound,
      "released and rejected",
    ),
    "An allowed sender has to be proven": held(inbound, "an allowed sender that nothing proves"),
    "The link in a reviewer's mail: GET shows, POST acts, once, within 15 minutes": held(
      pages,
      "a link shows the mail, and decides it once",
    ),
    "Reviewers whose mail keys read get no link": held(pages, "a reviewer whose mail keys read"),
    "A person in the console decides, edits and changes protection": held(pages, "a person in the console"),
  },
};
