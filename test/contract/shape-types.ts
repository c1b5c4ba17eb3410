// The shapes of the contract as types, from the wire schemas of the program.
import type { Static } from "@sinclair/typebox";
import type { AgentSignup, AgentVerified } from "../../src/schema/agent-signup.ts";
import type { ApiKeyCreated } from "../../src/schema/api-keys.ts";
import type { AppPasswordCreated } from "../../src/schema/app-passwords.ts";
import type { CalendarEvent, EventAttendee, FreeBusy } from "../../src/schema/calendar-events.ts";
import type { Delivery } from "../../src/schema/deliveries.ts";
import type { Domain, DomainRecord } from "../../src/schema/domains.ts";
import type { Draft } from "../../src/schema/drafts.ts";
import type { Event, MessageReceivedData } from "../../src/schema/events.ts";

import type { ConversationRow, Folder } from "../../src/schema/folders.ts";
import type { Identity } from "../../src/schema/identities.ts";
import type { Label } from "../../src/schema/labels.ts";
import type { DomainReport } from "../../src/schema/mail/domain-reports.ts";
import type { RetentionRule } from "../../src/schema/mail/retention.ts";
import type { Authentication, HeaderField, Recipient } from "../../src/schema/message-parts.ts";
import type { Attachment, Invitation, Message, Sent } from "../../src/schema/messages.ts";
import type { Pod } from "../../src/schema/pods.ts";
import type { MessageSafety } from "../../src/schema/reviews/message-safety.ts";
import type { Note } from "../../src/schema/reviews/notes.ts";
import type { RoutingRule } from "../../src/schema/routing-rules.ts";
import type { SendList } from "../../src/schema/send-lists.ts";
import type { Suppression } from "../../src/schema/suppressions.ts";
import type { Thread } from "../../src/schema/threads.ts";
import type { WebhookCreated } from "../../src/schema/webhooks.ts";
import type { ShapeName } from "./shapes.ts";

/** What a shape is for the type checker; a name that is not here is any object. */
interface Wire {
  Address: Identity;
  Attachment: Attachment;
  Message: Message;
  SearchResult: Message & { snippet: string };
  Invitation: Invitation;
  Thread: Thread;
  Webhook: Omit<Static<typeof WebhookCreated>, "secret">;
  WebhookCreated: Static<typeof WebhookCreated>;
  Sent: Sent;
  AgentSignup: AgentSignup;
  AgentVerified: AgentVerified;
  Event: Event;
  MessageReceived: MessageReceivedData;
  MessageSafety: MessageSafety;
  ApiKey: Omit<Static<typeof ApiKeyCreated>, "token">;
  ApiKeyCreated: Static<typeof ApiKeyCreated>;
  SendList: SendList;
  Domain: Domain;
  Record: Static<typeof DomainRecord>;
  Pod: Pod;
  RoutingRule: RoutingRule;
  Label: Label;
  Note: Note;
  Folder: Folder;
  Row: ConversationRow;
  Draft: Draft;
  Recipient: Recipient;
  HeaderField: Static<typeof HeaderField>;
  Authentication: Authentication;
  DomainReport: DomainReport;
  RetentionRule: RetentionRule;
  Suppression: Static<typeof Suppression>;
  Delivery: Delivery;
  CalendarEvent: CalendarEvent;
  EventAttendee: Static<typeof EventAttendee>;
  FreeBusy: Static<typeof FreeBusy>;
  AppPassword: Omit<Static<typeof AppPasswordCreated>, "password">;
  AppPasswordCreated: Static<typeof AppPasswordCreated>;
}

export type Shaped<K extends ShapeName> = K extends keyof Wire ? Wire[K] : Record<string, unknown>;
