// Parts below a message: header fields, recipients, verdicts and the calendar's invitation.
// DECISIONS Threads, messages, folders, labels; Drafts and sending; Trust; Calendar.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, Timestamp } from "../common.ts";

/** A header field as it was sent, unfolded. */
export const HeaderField = Type.Object(
  { name: Type.String({ description: "of the field" }), value: Type.String({ description: "unfolded" }) },
  closed,
);

const recipientStatuses = ["queued", "delivered", "deferred", "bounced"] as const;

/** One recipient of a sent message, with the outcome. */
export const Recipient = Type.Object(
  {
    address: Type.String(),
    status: oneOf(recipientStatuses, {
      meanings: {
        queued: "not tried yet, or a try is under way",
        delivered: "the recipient's server has it",
        deferred: "the server asked to try later; that is done",
        bounced: "lost for good; response says why",
      },
    }),
    attempts: Type.Integer({ description: "tries so far" }),
    response: nullable(Type.String({ description: "the last answer of the recipient's server" })),
    updated_at: Timestamp,
  },
  closed,
);
export type Recipient = Static<typeof Recipient>;

const result = Type.String({
  description: "pass, fail, softfail, neutral, none, policy, temperror or permerror (RFC 8601 2.7)",
});

/** Why a received mail is spam, or is not. Status `none`: nothing speaks against it. */
export const SpamVerdict = Type.Object(
  {
    message_id: Id,
    status: oneOf(["none", "scanned", "unscanned"], {
      meanings: {
        none: "nothing speaks against it, or it was not looked at: it was sent, or came from inside",
        scanned: "scanner found what symbols says",
        unscanned: "the scanner did not answer",
      },
    }),
    scanner: nullable(
      oneOf(["rspamd", "rules"], {
        meanings: { rspamd: "the scanner at RSPAMD_URL", rules: "the service's own few rules" },
      }),
    ),
    score: nullable(Type.Number({ description: "the higher, the more it looks like spam" })),
    threshold: nullable(
      Type.Number({
        description: "of rules: from here on mail is spam; of rspamd: from here on it would refuse mail",
      }),
    ),
    action: nullable(Type.String({ description: "what the scanner would do with it" })),
    symbols: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "of the sign" }),
          score: Type.Number({ description: "what it adds" }),
        },
        closed,
      ),
      {
        description: "what the score is made of",
      },
    ),
    checked_at: nullable(Timestamp),
  },
  closed,
);
export type SpamVerdict = Static<typeof SpamVerdict>;

const domain = nullable(Type.String({ description: "whose result it is" }));

/** The result of SPF or ARC for a mail. */
export const AuthenticationResult = Type.Object({ result, domain }, closed);

export const DmarcReading = Type.Object(
  {
    result,
    domain: nullable(Type.String({ description: "whose policy it is" })),
    policy: nullable(Type.String({ description: "none, quarantine or reject" })),
  },
  closed,
);

/** The proven sender of a received mail. Sent and unchecked messages have status `none` and nothing else. */
export const Authentication = Type.Object(
  {
    message_id: Id,
    status: oneOf(["none", "checked"], {
      meanings: {
        none: "nothing was checked: it was sent, or came from inside",
        checked: "see the fields below",
      },
    }),
    authenticated_here: Type.Boolean({
      description:
        "its author sent it from an address of this service: no mail from outside has this, whatever its header says",
    }),
    spf: nullable({ ...AuthenticationResult, description: "may the client send for the envelope sender" }),
    dkim: Type.Array(
      Type.Object(
        {
          result,
          domain,
          selector: nullable(Type.String({ description: "s= of the signature" })),
          algorithm: nullable(Type.String({ description: "a= of the signature" })),
          aligned: Type.Boolean({ description: "with the domain of From" }),
        },
        closed,
      ),
      { description: "one entry a signature" },
    ),
    dmarc: nullable(
      Type.Object(
        {
          ...DmarcReading.properties,
          readings: Type.Optional(
            Type.Object(
              {
                tree_walk: { ...DmarcReading, description: "RFC 9989" },
                public_suffix: { ...DmarcReading, description: "RFC 7489" },
              },
              {
                ...closed,
                description:
                  "both ways to read DMARC, where they differ; a mail passes when it passes by one",
              },
            ),
          ),
        },
        { ...closed, description: "what the policy of the domain of From makes of SPF and DKIM" },
      ),
    ),
    arc: nullable({ ...AuthenticationResult, description: "the chain of those who passed it on" }),
    own_domain: Type.Optional(
      Type.Object(
        {
          domain: Type.String({ description: "the domain of From" }),
          result: oneOf(["proven", "unproven"], {
            meanings: { proven: "SPF, DKIM or DMARC shows it", unproven: "none of them does" },
          }),
        },
        {
          ...closed,
          description:
            "where From names a domain of this service: whether SPF, DKIM or DMARC prove it; see `unproven_mail` of the domain",
        },
      ),
    ),
    checked_at: nullable(Timestamp),
  },
  closed,
);
export type Authentication = Static<typeof Authentication>;

const invitationStatuses = ["none", "applied", "waiting", "kept"] as const;
export const proofs = ["proven", "trusted", "unproven", "open", "refuted"] as const;

/** The calendar part of a received message, and whether the calendar applied it. */
export const MessageInvitation = Type.Object(
  {
    message_id: Id,
    status: oneOf(invitationStatuses, {
      meanings: {
        none: "no calendar part",
        applied: "the calendar did it",
        waiting: "it does it by `apply`",
        kept: "it cannot, see `reason`",
      },
    }),
    method: nullable(Type.String({ description: "REQUEST, CANCEL, REPLY, COUNTER or REFRESH (RFC 5546)" })),
    uid: nullable(Type.String({ description: "the same in all mails about the event" })),
    proof: nullable(
      oneOf(proofs, {
        description: "how well From is proven",
        meanings: {
          proven: "by DMARC, or by DKIM or SPF of its own domain",
          trusted: "it came from a network that is not asked for proof",
          unproven: "by nothing",
          open: "DNS gave no answer",
          refuted: "DMARC or SPF is against it",
        },
      }),
    ),
    reason: nullable(Type.String({ description: "why the calendar did not do it of itself, or cannot" })),
    calendar_event_id: nullable(
      Type.String({ description: "the event that it is about, where there is one" }),
    ),
  },
  closed,
);
export type MessageInvitation = Static<typeof MessageInvitation>;
