// A prepared message on its way to the send turn. sending/prepare.ts and sending/submitting.ts make it.
import type { DsnRequest } from "../../../src/mail/report/dsn-request.ts";
import type { MailContent } from "../../../src/store/message/content.ts";
import type { UnsubscribeLink } from "../../../src/store/sending/unsubscribes.ts";
import type { SendEnvelope, StoredMailbox } from "../../../src/store/tables/index.ts";
import type { PreparedMail } from "./store-message.ts";

export interface Rejected {
  address: string;
  reason:
    | "send_policy"
    | "suppressed"
    | "unsubscribed"
    | "block_list"
    | "invalid_address"
    | "unknown_local_recipient";
}

export interface Outgoing {
  messageId: string;
  /** The thread that it answers in; null starts one. */
  threadId: string | null;
  mail: PreparedMail;
  bcc: StoredMailbox[];
  /** Envelope recipients, without those that were refused while preparing. */
  recipients: string[];
  /** The queue lane of each recipient: `laneOf` in sending/prepare.ts. */
  lanes: ReadonlyMap<string, string>;
  rejected: Rejected[];
  /** SMTP parameters of a submitted mail; null for mail by REST, whose sender reads events. */
  submitted: SubmissionEnvelope | null;
  /** Addresses that the mail says it is from, in lower case. */
  authors: readonly string[];
  /** Envelope sender, where bounces return, on the domain that signs: that of the author. */
  envelopeFrom: string;
  /** The answered mail was written by a program. RFC 3834 2 */
  answersProgram: boolean;
  /** Answers that programs have given each other in a row, this one included; 0: a person writes, or it answers nobody. */
  answers: number;
  /** True: an automatic answer, by its sender's word. RFC 3834 */
  automatic: boolean;
  /** Bodies and options as its writer gave them, kept while it waits; absent: a mail program or the calendar wrote it. */
  written?: MailContent["written"];
  /** The fields beside the stored ones from which an edited mail is composed; null: it cannot be edited. */
  letter: SendEnvelope["letter"];
  /** A mail of the service itself to a human: it waits for nobody. */
  service?: boolean;
  /** True: the mail has List-Unsubscribe, so recipients who unsubscribed do not get it. */
  isList?: boolean;
  /** The link in it that is this service's own. */
  unsubscribe?: UnsubscribeLink | null;
  /** The UID of the calendar object that the mail is about: how far it comes is noted there. */
  calendarUid?: string;
  /** The object as text, for a page that shows what leaves. */
  calendarText?: string;
}

export interface SubmissionEnvelope {
  /** MAIL FROM:<>: the mail leaves with the null sender, and no report is sent. */
  nullSender: boolean;
  /** DSN parameters by recipient. RFC 3461 */
  dsn: ReadonlyMap<string, DsnRequest>;
}
