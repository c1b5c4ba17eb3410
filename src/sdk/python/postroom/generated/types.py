"""The shapes of the API. Made by `bun run sdk` from the OpenAPI document: change that."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

class AccountAuditEntry(TypedDict):
    id: str
    action: AccountAuditEntryAction
    actor: Actor
    target_id: Union[str, None]
    target: Union[str, None]
    before: Union[JsonObject, None]
    after: Union[JsonObject, None]
    created_at: str


AccountAuditEntryAction = Literal["member_invited", "member_joined", "member_changed", "member_removed", "key_made", "key_ended", "program_let_in", "program_ended", "password_made", "password_ended", "protection_changed", "list_entries_added", "list_entry_removed", "address_changed", "address_removed", "domain_added", "domain_changed", "domain_keys_made", "domain_removed", "webhook_made", "webhook_changed", "webhook_secret_made", "webhook_removed", "routing_rule_made", "routing_rule_changed", "routing_rule_removed", "retention_rule_made", "retention_rule_removed"]


class Actor(TypedDict):
    kind: ActorKind
    id: Union[str, None]
    ip: Union[str, None]


ActorKind = Literal["key", "app_password", "person", "link", "service"]


class AgentHuman(TypedDict):
    signup_id: str
    human_email: str


class AgentSignup(TypedDict):
    signup_id: str
    address: str
    identity_id: str
    can_send: bool
    code_expires_at: Union[str, None]


class _AgentSignupCreateGiven(TypedDict):
    username: str


class AgentSignupCreate(_AgentSignupCreateGiven, total=False):
    human_email: Union[str, None]
    source: Union[str, None]


class AgentVerified(TypedDict):
    address: str
    identity_id: str
    sign_in_url: str


class AgentVerify(TypedDict):
    signup_id: str
    code: str


class ApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    identity_ids: Union[List[str], None]
    pod_ids: Union[List[str], None]
    parent_id: Union[str, None]
    last_used_at: Union[str, None]
    created_at: str


class _ApiKeyCreateGiven(TypedDict):
    name: str


class ApiKeyCreate(_ApiKeyCreateGiven, total=False):
    identity_ids: List[str]
    pod_ids: List[str]


class ApiKeyCreated(TypedDict):
    id: str
    name: str
    prefix: str
    identity_ids: Union[List[str], None]
    pod_ids: Union[List[str], None]
    parent_id: Union[str, None]
    last_used_at: Union[str, None]
    created_at: str
    token: str


class AppPassword(TypedDict):
    id: str
    identity_id: str
    name: str
    username: str
    last_used_at: Union[str, None]
    last_used_protocol: Union[AppPasswordLastUsedProtocol, None]
    created_at: str


class AppPasswordCreate(TypedDict):
    identity_id: str
    name: str


class AppPasswordCreated(TypedDict):
    id: str
    identity_id: str
    name: str
    username: str
    last_used_at: Union[str, None]
    last_used_protocol: Union[AppPasswordLastUsedProtocol, None]
    created_at: str
    password: str


AppPasswordLastUsedProtocol = Literal["imap", "smtp", "caldav"]


class Attachment(TypedDict):
    id: str
    filename: str
    content_type: str
    size: int
    downloadable: bool


class AttachmentLink(TypedDict):
    attachment_id: str
    url: str
    expires_at: str


class AttachmentText(TypedDict):
    attachment_id: str
    content_type: str
    size: int
    status: AttachmentTextStatus
    text: Union[str, None]
    pages: Union[int, None]
    truncated: bool
    hidden: List[HiddenText]


AttachmentTextStatus = Literal["read", "scanned", "fonts_missing", "unsupported", "protected", "unreadable", "too_large"]


class _AttachmentUploadGiven(TypedDict):
    draft_id: str


class AttachmentUpload(_AttachmentUploadGiven, total=False):
    file: str
    filename: str
    content_type: str
    content_base64: str


class _AttendeeInputGiven(TypedDict):
    email: str


class AttendeeInput(_AttendeeInputGiven, total=False):
    name: Union[str, None]
    role: EventAttendeeRole
    optional: bool
    rsvp: bool


class AuditEntry(TypedDict):
    id: str
    action: str
    actor: Actor
    message_id: Union[str, None]
    review_id: Union[str, None]
    raw_sha256: Union[str, None]
    detail: Union[JsonObject, None]
    created_at: str


class AuthenticationDkim(TypedDict):
    result: str
    domain: Union[str, None]
    selector: Union[str, None]
    algorithm: Union[str, None]
    aligned: bool


class AuthenticationDmarcReadings(TypedDict):
    tree_walk: DmarcReading
    public_suffix: DmarcReading


class _AuthenticationDmarcGiven(TypedDict):
    result: str
    domain: Union[str, None]
    policy: Union[str, None]


class AuthenticationDmarc(_AuthenticationDmarcGiven, total=False):
    readings: AuthenticationDmarcReadings


class AuthenticationOwnDomain(TypedDict):
    domain: str
    result: Literal["proven", "unproven"]


class _AuthenticationGiven(TypedDict):
    message_id: str
    status: AuthenticationStatus
    authenticated_here: bool
    spf: Union[AuthenticationResult, None]
    dkim: List[AuthenticationDkim]
    dmarc: Union[AuthenticationDmarc, None]
    arc: Union[AuthenticationResult, None]
    checked_at: Union[str, None]


class Authentication(_AuthenticationGiven, total=False):
    own_domain: AuthenticationOwnDomain


class AuthenticationResult(TypedDict):
    result: str
    domain: Union[str, None]


AuthenticationStatus = Literal["none", "checked"]


class _CalendarGiven(TypedDict):
    identity_id: str
    timezone: str


class Calendar(_CalendarGiven, total=False):
    starting_minutes: int
    ending_minutes: int


class _CalendarAnswerDataGiven(TypedDict):
    event_id: str
    identity_id: str
    series_id: Union[str, None]
    kind: str
    uid: str
    sequence: int
    status: str
    source: str
    start_at: Union[str, None]
    end_at: Union[str, None]


class CalendarAnswerData(_CalendarAnswerDataGiven, total=False):
    attendee: str
    response_status: str


class _CalendarEventGiven(TypedDict):
    id: str
    identity_id: str
    kind: CalendarEventKind
    series_id: Union[str, None]
    original_start: Union[str, None]
    uid: str
    sequence: int
    etag: str
    status: CalendarEventStatus
    title: str
    description: Union[str, None]
    location: Union[str, None]
    all_day: bool
    start: str
    end: str
    timezone: str
    start_at: str
    end_at: str
    recurrence: Union[EventRecurrence, None]
    attendees: List[EventAttendee]
    organizer_email: Union[str, None]
    organizer_name: Union[str, None]
    response_status: Union[CalendarEventResponseStatus, None]
    source: CalendarEventSource
    origin_message_id: Union[str, None]
    metadata: JsonObject
    reminders: List[int]
    created_at: str
    updated_at: str


class CalendarEvent(_CalendarEventGiven, total=False):
    schedule_status: List[ScheduleStatus]
    held: List[Sent]


class _CalendarEventCreateGiven(TypedDict):
    title: str
    start: str
    end: str


class CalendarEventCreate(_CalendarEventCreateGiven, total=False):
    timezone: str
    all_day: bool
    description: Union[str, None]
    location: Union[str, None]
    status: CalendarEventStatus
    recurrence: Union[RecurrenceInput, None]
    attendees: Union[str, AttendeeInput, List[Union[str, AttendeeInput]]]
    metadata: JsonObject
    reminders: List[int]
    send_invites: bool


class CalendarEventData(TypedDict):
    event_id: str
    identity_id: str
    series_id: Union[str, None]
    kind: str
    uid: str
    sequence: int
    status: str
    source: str
    start_at: Union[str, None]
    end_at: Union[str, None]


CalendarEventKind = Literal["single", "series", "instance"]


class CalendarEventPatch(TypedDict, total=False):
    title: str
    start: str
    end: str
    timezone: str
    all_day: bool
    description: Union[str, None]
    location: Union[str, None]
    status: CalendarEventStatus
    recurrence: Union[RecurrenceInput, None]
    attendees: Union[str, AttendeeInput, List[Union[str, AttendeeInput]]]
    metadata: JsonObject
    reminders: List[int]
    send_invites: bool


class _CalendarEventRespondGiven(TypedDict):
    status: CalendarEventRespondStatus


class CalendarEventRespond(_CalendarEventRespondGiven, total=False):
    comment: Union[str, None]


CalendarEventRespondStatus = Literal["accepted", "declined", "tentative"]


CalendarEventResponseStatus = Literal["needs-action", "accepted", "declined", "tentative", "delegated"]


CalendarEventSource = Literal["api", "email"]


CalendarEventStatus = Literal["confirmed", "tentative", "cancelled"]


class CalendarFeed(TypedDict):
    id: str
    identity_id: str
    identity_ids: List[str]
    name: str
    content: CalendarFeedContent
    range: CalendarFeedRange
    created_at: str


CalendarFeedContent = Literal["full", "free_busy"]


class CalendarFeedCreate(TypedDict, total=False):
    name: str
    content: CalendarFeedContent
    range: CalendarFeedRange
    identity_ids: List[str]


class CalendarFeedCreated(TypedDict):
    id: str
    identity_id: str
    identity_ids: List[str]
    name: str
    content: CalendarFeedContent
    range: CalendarFeedRange
    created_at: str
    url: str


CalendarFeedRange = Literal["near", "all"]


class CalendarNoticeData(TypedDict):
    event_id: str
    identity_id: str
    series_id: Union[str, None]
    kind: str
    uid: str
    sequence: int
    status: str
    source: str
    start_at: Union[str, None]
    end_at: Union[str, None]
    minutes_before: int


class CalendarPatch(TypedDict, total=False):
    timezone: str
    starting_minutes: Union[int, None]
    ending_minutes: Union[int, None]


Capabilities = Dict[str, bool]


ChildMail = TypedDict(
    "ChildMail",
    {
        "from": "Union[MailboxRef, None]",
        "date": "Union[str, None]",
        "subject": "Union[str, None]",
        "text": "str",
    },
)


ConversationRow = TypedDict(
    "ConversationRow",
    {
        "thread_id": "str",
        "message_id": "str",
        "identity_id": "str",
        "from": "MailboxRef",
        "to": "List[MailboxRef]",
        "subject": "Union[str, None]",
        "preview": "str",
        "is_read": "bool",
        "has_attachments": "bool",
        "message_count": "int",
        "labels": "List[str]",
        "status": "ThreadStatus",
        "last_message_at": "Union[str, None]",
    },
)


class DeletedRevoked(TypedDict):
    api_keys: int
    app_passwords: int
    webhooks: int
    routing_rules: int


class _DeletedGiven(TypedDict):
    id: str
    deleted: Literal[True]


class Deleted(_DeletedGiven, total=False):
    revoked: DeletedRevoked


class Delivery(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: str
    status: DeliveryStatus
    attempt_count: int
    response_status: Union[int, None]
    response_body: Union[str, None]
    error: Union[str, None]
    next_attempt_at: Union[str, None]
    last_attempt_at: Union[str, None]
    delivered_at: Union[str, None]
    created_at: str


DeliveryStatus = Literal["queued", "delivering", "retrying", "delivered", "failed"]


class DmarcReading(TypedDict):
    result: str
    domain: Union[str, None]
    policy: Union[str, None]


class Domain(TypedDict):
    id: str
    domain: str
    status: DomainStatus
    pod_id: Union[str, None]
    records: List[DomainRecord]
    unproven_mail: DomainUnprovenMail
    verified_at: Union[str, None]
    created_at: str


class DomainCheckRecordsDifference(TypedDict):
    position: int
    wanted: str
    published: str


class DomainCheckRecords(TypedDict):
    type: str
    name: str
    value: str
    purpose: Literal["ownership", "receiving", "spf", "dkim", "dmarc", "mail programs", "mta-sts", "tls reports"]
    state: Literal["same", "other", "missing", "unanswered"]
    published: List[str]
    difference: Union[DomainCheckRecordsDifference, None]
    remedy: Union[str, None]
    line: str


class DomainCheck(TypedDict):
    domain_id: str
    domain: str
    records: List[DomainCheckRecords]


class _DomainCreateGiven(TypedDict):
    domain: str


class DomainCreate(_DomainCreateGiven, total=False):
    pod_id: str


class DomainData(TypedDict):
    domain_id: str
    domain: str


class DomainPatch(TypedDict, total=False):
    pod_id: str
    unproven_mail: DomainUnprovenMail


class DomainRecord(TypedDict):
    type: str
    name: str
    value: str
    purpose: DomainRecordPurpose
    status: DomainStatus


DomainRecordPurpose = Literal["ownership", "receiving", "spf", "dkim", "dmarc"]


class DomainReportRows(TypedDict):
    source: str
    count: int
    passed: bool
    detail: OwnHeaders


class DomainReport(TypedDict):
    id: str
    kind: DomainReportKind
    organization: str
    report_id: str
    begins_at: Union[str, None]
    ends_at: Union[str, None]
    passed: int
    failed: int
    authenticated: bool
    rows: List[DomainReportRows]
    created_at: str


DomainReportKind = Literal["dmarc", "tls"]


DomainStatus = Literal["pending", "verified", "failed"]


DomainUnprovenMail = Literal["spam", "inbox"]


_DraftGiven = TypedDict(
    "_DraftGiven",
    {
        "id": "str",
        "identity_id": "str",
        "thread_id": "str",
        "from": "str",
        "to": "List[str]",
        "cc": "List[str]",
        "bcc": "List[str]",
        "subject": "Union[str, None]",
        "text": "Union[str, None]",
        "html": "Union[str, None]",
        "in_reply_to_message_id": "Union[str, None]",
        "attachments": "List[Attachment]",
        "status": "DraftStatus",
        "send_at": "Union[str, None]",
        "failed_reason": "Union[str, None]",
        "created_at": "str",
        "updated_at": "str",
    },
)


class Draft(_DraftGiven, total=False):
    list_unsubscribe: Union[bool, UnsubscribeLinks]
    automatic: bool


DraftCreate = TypedDict(
    "DraftCreate",
    {
        "identity_id": "str",
        "from": "str",
        "to": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "cc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "bcc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "subject": "Union[str, None]",
        "text": "Union[str, None]",
        "html": "Union[str, None]",
        "markdown": "str",
        "in_reply_to_message_id": "Union[str, None]",
        "list_unsubscribe": "Union[bool, UnsubscribeLinks]",
        "automatic": "bool",
        "attachments": "List[FileContent]",
        "attachment_ids": "List[str]",
    },
    total=False,
)


class DraftData(TypedDict):
    draft_id: str
    thread_id: str
    identity_id: str


class DraftFailedData(TypedDict):
    draft_id: str
    thread_id: str
    identity_id: str
    reason: str


DraftPatch = TypedDict(
    "DraftPatch",
    {
        "from": "Union[str, None]",
        "to": "Union[str, NamedAddress, List[Union[str, NamedAddress]], None]",
        "cc": "Union[str, NamedAddress, List[Union[str, NamedAddress]], None]",
        "bcc": "Union[str, NamedAddress, List[Union[str, NamedAddress]], None]",
        "subject": "Union[str, None]",
        "text": "Union[str, None]",
        "html": "Union[str, None]",
        "markdown": "str",
        "list_unsubscribe": "Union[bool, UnsubscribeLinks]",
        "automatic": "bool",
        "attachments": "List[FileContent]",
        "attachment_ids": "Union[List[str], None]",
    },
    total=False,
)


class DraftSchedule(TypedDict):
    send_at: str


DraftStatus = Literal["draft", "scheduled", "sending", "pending_review"]


class EventAttendee(TypedDict):
    email: str
    name: Union[str, None]
    status: CalendarEventResponseStatus
    role: EventAttendeeRole
    optional: bool
    rsvp: bool
    responded_at: Union[str, None]


EventAttendeeRole = Literal["chair", "required", "optional", "non-participant"]


class EventRecurrence(TypedDict):
    rule: Union[str, None]
    exdates: List[str]
    rdates: List[str]


EventType = Literal["message.received", "message.received.spam", "message.sent", "message.delivered", "message.deferred", "message.bounced", "message.complained", "message.failed", "message.forwarded", "recipient.unsubscribed", "message.read", "message.unread", "message.moved", "message.deleted", "draft.created", "draft.updated", "draft.deleted", "draft.send_failed", "thread.labelled", "thread.unlabelled", "thread.created", "thread.updated", "thread.unsnoozed", "identity.created", "identity.updated", "identity.suspended", "identity.deleted", "domain.verified", "domain.failed", "calendar.event.created", "calendar.event.updated", "calendar.event.deleted", "calendar.event.responded", "calendar_event.starting", "calendar_event.ending", "review.requested", "review.approved", "review.rejected", "review.returned", "review.expired", "webhook.test"]


class FileContent(TypedDict, total=False):
    content_type: str
    url: str
    content_id: str
    inline: bool
    filename: str
    content: str


class FilledTemplate(TypedDict):
    template_id: str
    subject: Union[str, None]
    text: str
    unfilled: List[str]


class Folder(TypedDict):
    id: str
    name: str
    role: Union[str, None]
    total: int
    unread: int


class FreeBusyBusy(TypedDict):
    start_at: str
    end_at: str


class FreeBusy(TypedDict):
    busy: List[FreeBusyBusy]


class HandedMessageAttachments(TypedDict):
    id: str
    filename: str
    content_type: str
    size: int
    downloadable: bool
    url: str


_HandedMessageGiven = TypedDict(
    "_HandedMessageGiven",
    {
        "id": "str",
        "thread_id": "str",
        "identity": "Union[str, None]",
        "direction": "MessageDirection",
        "from": "MailboxRef",
        "to": "List[MailboxRef]",
        "cc": "List[MailboxRef]",
        "subject": "Union[str, None]",
        "delivered_to": "Union[str, None]",
        "text": "Union[str, None]",
        "html": "str",
        "reply_html": "str",
        "quoted_html": "Union[str, None]",
        "reply_text": "str",
        "is_read": "bool",
        "is_spam": "bool",
        "attachments": "List[HandedMessageAttachments]",
        "invitation": "Union[Invitation, None]",
        "calendar_event_id": "Union[str, None]",
        "created_at": "str",
        "raw_url": "str",
        "links_expire_at": "str",
    },
)


class HandedMessage(_HandedMessageGiven, total=False):
    status: Literal["held"]
    defects: List[str]
    snippet: str


class HeaderField(TypedDict):
    name: str
    value: str


class HiddenText(TypedDict):
    technique: str
    text: str
    where: str


class _IdentityGiven(TypedDict):
    id: str
    email: str
    local_part: str
    domain: str
    display_name: Union[str, None]
    type: IdentityType
    mode: IdentityMode
    status: IdentityStatus
    capabilities: Capabilities
    has_inbox: bool
    routed_address_count: int
    created_at: str
    expires_at: Union[str, None]
    send_policy: IdentitySendPolicy
    tenant_id: Union[str, None]


class Identity(_IdentityGiven, total=False):
    client_id: str
    metadata: Metadata


class IdentityCounts(TypedDict):
    identity_id: str
    folders: List[Folder]
    threads: StatusCounts
    labels: List[LabelCount]


class IdentityCreate(TypedDict, total=False):
    email: str
    domain_id: str
    local_part: str
    display_name: Union[str, None]
    type: IdentityType
    mode: IdentityMode
    send_policy: IdentitySendPolicy
    expires_at: Union[str, None]
    tenant_id: Union[str, None]
    pod_id: str
    client_id: Union[str, None]
    metadata: Metadata


class IdentityData(TypedDict):
    identity_id: str
    email: str


IdentityMode = Literal["human", "automated", "hybrid"]


class IdentityPatch(TypedDict, total=False):
    display_name: Union[str, None]
    mode: IdentityMode
    capabilities: Capabilities
    status: IdentityStatus
    send_policy: IdentitySendPolicy
    expires_at: Union[str, None]
    tenant_id: Union[str, None]
    pod_id: str
    client_id: Union[str, None]
    metadata: Metadata


IdentitySendPolicy = Literal["open", "reply_only", "list"]


IdentityStatus = Literal["active", "suspended", "archived"]


class IdentityStatusData(TypedDict):
    identity_id: str
    email: str
    status: str


IdentityType = Literal["human", "team", "application", "workflow", "agent"]


class InvitationAttendees(TypedDict):
    email: str
    name: Union[str, None]
    status: str
    optional: bool
    rsvp: bool


class Invitation(TypedDict):
    method: Union[str, None]
    uid: str
    sequence: float
    status: Union[str, None]
    summary: Union[str, None]
    description: Union[str, None]
    location: Union[str, None]
    start: Union[str, None]
    end: Union[str, None]
    starts_at: Union[str, None]
    ends_at: Union[str, None]
    all_day: bool
    timezone: Union[str, None]
    organizer_email: Union[str, None]
    organizer_name: Union[str, None]
    attendees: List[InvitationAttendees]
    recurrence_rule: Union[str, None]
    is_instance: bool


JsonObject = Dict[str, Any]


class Label(TypedDict):
    id: str
    identity_id: str
    name: str
    colour: str
    created_at: str


class LabelCount(TypedDict):
    label_id: str
    threads: ThreadCount


class _LabelCreateGiven(TypedDict):
    identity_id: str
    name: str


class LabelCreate(_LabelCreateGiven, total=False):
    colour: str


class LabelPatch(TypedDict, total=False):
    name: str
    colour: str


class LabelledData(TypedDict):
    identity_id: str
    label_id: str
    thread_ids: List[str]


class MadeByKey(TypedDict):
    kind: MadeByKeyKind
    id: Union[str, None]
    identity_id: Union[str, None]
    name: str
    sleeps: bool
    created_at: str


MadeByKeyKind = Literal["api_key", "app_password", "webhook", "calendar_feed", "routing_rule", "scheduled_draft", "allow_entry", "allowed_contact"]


class MailboxRef(TypedDict):
    email: str
    name: Union[str, None]


class MeAccount(TypedDict):
    id: str
    plan: Literal["operator", "signup"]
    created_at: str


class MeLimits(TypedDict):
    addresses: Usage
    recipients_today: Usage
    recipients_per_address: Union[int, None]
    storage_bytes: Usage


class Me(TypedDict):
    account: MeAccount
    key: ApiKey
    kind: MeKind
    level: Union[MeLevel, None]
    limits: MeLimits


MeKind = Literal["unrestricted", "restricted"]


MeLevel = Literal["read", "draft", "send", "approve"]


_MessageGiven = TypedDict(
    "_MessageGiven",
    {
        "id": "str",
        "thread_id": "str",
        "identity": "Union[str, None]",
        "direction": "MessageDirection",
        "from": "MailboxRef",
        "to": "List[MailboxRef]",
        "cc": "List[MailboxRef]",
        "subject": "Union[str, None]",
        "delivered_to": "Union[str, None]",
        "text": "Union[str, None]",
        "html": "str",
        "reply_html": "str",
        "quoted_html": "Union[str, None]",
        "reply_text": "str",
        "is_read": "bool",
        "is_spam": "bool",
        "attachments": "List[Attachment]",
        "invitation": "Union[Invitation, None]",
        "calendar_event_id": "Union[str, None]",
        "created_at": "str",
    },
)


class Message(_MessageGiven, total=False):
    status: Literal["held"]
    defects: List[str]
    snippet: str


class _MessageBatchGiven(TypedDict):
    ids: List[str]


class MessageBatch(_MessageBatchGiven, total=False):
    is_read: bool
    folder: str
    add_label_ids: List[str]
    remove_label_ids: List[str]


class MessageBatchResult(TypedDict):
    ids: List[str]
    count: int


class MessageBatchSend(TypedDict):
    messages: List[MessageSend]


class MessageBouncedData(TypedDict):
    message_id: str
    thread_id: str
    identity_id: str
    recipient: str
    response: str
    hard: bool


class MessageCodesCodes(TypedDict):
    code: str
    confidence: MessageCodesCodesConfidence


class MessageCodesLinks(TypedDict):
    kind: Literal["confirmation", "sign_in", "password_reset", "invitation"]
    url: str
    text: str
    confidence: MessageCodesCodesConfidence


class MessageCodes(TypedDict):
    message_id: str
    authenticated: bool
    authenticated_here: bool
    aligned_domain: Union[str, None]
    codes: List[MessageCodesCodes]
    links: List[MessageCodesLinks]


MessageCodesCodesConfidence = Literal["high", "medium"]


MessageDirection = Literal["inbound", "outbound"]


class _MessageDraftGiven(TypedDict):
    kind: MessageDraftKind


_MessageDraftOptional = TypedDict(
    "_MessageDraftOptional",
    {
        "from": "str",
        "to": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "cc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "bcc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "subject": "str",
        "text": "str",
        "html": "str",
        "markdown": "str",
        "automatic": "bool",
        "attachments": "List[FileContent]",
        "attachment_ids": "List[str]",
    },
    total=False,
)


class MessageDraft(_MessageDraftGiven, _MessageDraftOptional):
    pass


MessageDraftKind = Literal["reply", "reply_all", "forward"]


class MessageFailedData(TypedDict):
    message_id: str
    thread_id: str
    identity_id: str


class _MessageForwardGiven(TypedDict):
    to: Union[str, NamedAddress, List[Union[str, NamedAddress]]]


_MessageForwardOptional = TypedDict(
    "_MessageForwardOptional",
    {
        "from": "str",
        "cc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "bcc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "subject": "str",
        "text": "str",
        "html": "str",
        "markdown": "str",
        "headers": "OwnHeaders",
        "automatic": "bool",
        "attachments": "List[FileContent]",
        "attachment_ids": "List[str]",
    },
    total=False,
)


class MessageForward(_MessageForwardGiven, _MessageForwardOptional):
    pass


class MessageForwardedDataRejected(TypedDict):
    address: str
    reason: str


class MessageForwardedData(TypedDict):
    message_id: str
    thread_id: str
    identity_id: str
    rule_id: str
    to: List[str]
    rejected: List[MessageForwardedDataRejected]


class MessageInvitation(TypedDict):
    message_id: str
    status: MessageInvitationStatus
    method: Union[str, None]
    uid: Union[str, None]
    proof: Union[MessageInvitationProof, None]
    reason: Union[str, None]
    calendar_event_id: Union[str, None]


MessageInvitationProof = Literal["proven", "trusted", "unproven", "open", "refuted"]


MessageInvitationStatus = Literal["none", "applied", "waiting", "kept"]


class MessagePatch(TypedDict, total=False):
    is_read: bool
    is_spam: bool
    folder: str


_MessageReceivedDataGiven = TypedDict(
    "_MessageReceivedDataGiven",
    {
        "message_id": "str",
        "thread_id": "str",
        "identity_id": "str",
        "to": "str",
        "from": "str",
        "subject": "str",
        "has_attachments": "bool",
        "verdict": "MessageSafetyVerdict",
        "reasons": "List[MessageSafetyReasons]",
    },
)


class MessageReceivedData(_MessageReceivedDataGiven, total=False):
    message: HandedMessage


MessageReply = TypedDict(
    "MessageReply",
    {
        "from": "str",
        "to": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "cc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "bcc": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
        "subject": "str",
        "text": "str",
        "html": "str",
        "markdown": "str",
        "headers": "OwnHeaders",
        "automatic": "bool",
        "attachments": "List[FileContent]",
        "attachment_ids": "List[str]",
    },
    total=False,
)


class MessageSafetyInvisibleCharacters(TypedDict):
    kind: Literal["tags", "zero_width", "bidi", "bidi_override", "variation_selectors", "other"]
    count: int
    text: str


class MessageSafetyLinks(TypedDict):
    text: str
    href: str
    host: Union[str, None]
    mismatch: bool


class MessageSafetyRemoteContent(TypedDict):
    count: int
    hosts: List[str]


class MessageSafetyForgedBoundaries(TypedDict):
    kind: Literal["header_block", "chat_tokens", "own_mark"]
    text: str
    where: Literal["subject", "reply_text", "text"]


class MessageSafetySender(TypedDict):
    first_contact: bool
    in_reply_to_ours: bool
    aligned_domain: Union[str, None]
    authenticated_here: bool
    authentication: Literal["pass", "fail", "none"]
    on_allow_list: bool


class MessageSafety(TypedDict):
    message_id: str
    hidden: List[HiddenText]
    invisible_characters: List[MessageSafetyInvisibleCharacters]
    plain_html_differ: bool
    links: List[MessageSafetyLinks]
    remote_content: MessageSafetyRemoteContent
    forged_boundaries: List[MessageSafetyForgedBoundaries]
    sender: Union[MessageSafetySender, None]
    verdict: MessageSafetyVerdict
    reasons: List[MessageSafetyReasons]


MessageSafetyReasons = Literal["hidden_text", "invisible_characters", "plain_html_differ", "link_mismatch", "forged_boundaries", "not_judged"]


MessageSafetyVerdict = Literal["clear", "review"]


_MessageSendGiven = TypedDict(
    "_MessageSendGiven",
    {
        "from": "str",
        "to": "Union[str, NamedAddress, List[Union[str, NamedAddress]]]",
    },
)


class MessageSend(_MessageSendGiven, total=False):
    cc: Union[str, NamedAddress, List[Union[str, NamedAddress]]]
    bcc: Union[str, NamedAddress, List[Union[str, NamedAddress]]]
    subject: str
    text: str
    html: str
    markdown: str
    in_reply_to: Union[str, None]
    reply_to: Union[str, NamedAddress, List[Union[str, NamedAddress]]]
    headers: OwnHeaders
    automatic: bool
    list_unsubscribe: Union[bool, UnsubscribeLinks]
    send_at: str
    attachments: List[FileContent]
    attachment_ids: List[str]


class MessageSentData(TypedDict):
    message_id: str
    thread_id: str
    identity_id: str
    to: List[str]


class _MessageSpanGiven(TypedDict):
    kind: MessageSpanKind
    text: str
    of: Union[str, None]


class MessageSpan(_MessageSpanGiven, total=False):
    mail: ChildMail
    attachment_id: str
    is_cut: Literal[True]


MessageSpanKind = Literal["own", "quote", "forward", "signature", "notice", "alt", "invitation", "file"]


class MessageSpans(TypedDict):
    message_id: str
    spans: List[MessageSpan]


MessageWait = TypedDict(
    "MessageWait",
    {
        "address": "str",
        "identity_id": "str",
        "thread_id": "str",
        "is_read": "bool",
        "from": "str",
        "after": "str",
        "before": "str",
        "has_attachments": "bool",
        "label_id": "str",
        "subject": "str",
        "wait": "int",
        "limit": "int",
        "order": "MessageWaitOrder",
        "cursor": "str",
        "format": "MessageWaitFormat",
        "view": "MessageWaitView",
    },
    total=False,
)


MessageWaitFormat = Literal["plain", "markdown"]


MessageWaitOrder = Literal["asc", "desc"]


MessageWaitView = Literal["full", "summary", "text"]


class MessagesData(TypedDict):
    identity_id: str
    message_ids: List[str]


class MessagesMovedData(TypedDict):
    identity_id: str
    message_ids: List[str]
    folder_id: str
    folder: str


Metadata = Dict[str, str]


class _NamedAddressGiven(TypedDict):
    email: str


class NamedAddress(_NamedAddressGiven, total=False):
    name: Union[str, None]


class NextAnswer(TypedDict):
    item: Union[NextItem, None]
    acknowledged: Union[bool, None]
    skipped_since: Union[str, None]


NextAsk = TypedDict(
    "NextAsk",
    {
        "address": "str",
        "identity_id": "str",
        "thread_id": "str",
        "is_read": "bool",
        "from": "str",
        "after": "str",
        "before": "str",
        "has_attachments": "bool",
        "label_id": "str",
        "subject": "str",
        "kinds": "List[NextAskKinds]",
        "begin": "NextAskBegin",
        "ack": "str",
        "lease": "int",
        "wait": "int",
        "format": "MessageWaitFormat",
    },
    total=False,
)


NextAskBegin = Literal["start", "now"]


NextAskKinds = Literal["mail", "review", "bounce", "invitation", "draft"]


class NextItem(TypedDict):
    id: str
    kind: NextAskKinds
    type: EventType
    created_at: str
    data: JsonObject
    message: Union[Message, None]
    ack: str
    leased_until: str
    attempt: int


class Note(TypedDict):
    id: str
    thread_id: str
    author: Actor
    text: str
    created_at: str


class NoteCreate(TypedDict):
    text: str


class OauthGrant(TypedDict):
    id: str
    client_name: str
    client_id: str
    redirect_uri: str
    level: MeLevel
    identity_ids: Union[List[str], None]
    last_used_at: Union[str, None]
    created_at: str


OwnHeaders = Dict[str, str]


class Pod(TypedDict):
    id: str
    name: str
    client_id: Union[str, None]
    is_default: bool
    created_at: str


class _PodCreateGiven(TypedDict):
    name: str


class PodCreate(_PodCreateGiven, total=False):
    client_id: Union[str, None]


class PodPatch(TypedDict, total=False):
    name: str
    client_id: Union[str, None]


class Protection(TypedDict):
    outbound: ProtectionOutbound
    inbound: ProtectionInbound
    approver: ProtectionApprover
    submission: ProtectionSubmission
    expires_after: Union[int, None]
    on_expiry: ProtectionOnExpiry
    reviewers: List[str]
    notify: ProtectionNotify
    first_contacts_a_day: Union[int, None]
    untrusted_contacts_a_day: Union[int, None]
    source: ProtectionSource


ProtectionApprover = Literal["key", "human"]


class ProtectionEntries(TypedDict):
    direction: ProtectionEntriesDirection
    list: ProtectionEntriesList
    entries: List[str]


ProtectionEntriesDirection = Literal["send", "receive"]


ProtectionEntriesList = Literal["allow", "block"]


class ProtectionEntry(TypedDict):
    id: str
    direction: ProtectionEntriesDirection
    list: ProtectionEntriesList
    entry: str
    created_at: str


ProtectionInbound = Literal["off", "new_senders", "review"]


class ProtectionInput(TypedDict, total=False):
    outbound: ProtectionOutbound
    inbound: ProtectionInbound
    approver: ProtectionApprover
    submission: ProtectionSubmission
    expires_after: Union[int, None]
    on_expiry: ProtectionOnExpiry
    reviewers: List[str]
    notify: ProtectionNotify
    first_contacts_a_day: Union[int, None]
    untrusted_contacts_a_day: Union[int, None]


ProtectionNotify = Literal["each", "digest", "off"]


ProtectionOnExpiry = Literal["reject", "keep"]


ProtectionOutbound = Literal["off", "new_recipients", "all"]


ProtectionSource = Literal["own", "default", "none"]


ProtectionSubmission = Literal["hold", "refuse"]


class QueueChange(TypedDict, total=False):
    ids: List[str]
    domain: str
    account_id: str
    identity_id: str
    message_id: str
    state: QueueChangeState
    error: str
    before: str
    all: Literal[True]
    cursor: str


QueueChangeState = Literal["active", "due", "deferred", "paced", "held"]


class QueueChangedLeft(TypedDict):
    id: str
    recipient: str
    reason: Literal["active", "held", "not_held", "ramp", "settled"]


class QueueChanged(TypedDict):
    changed: int
    left: List[QueueChangedLeft]
    next_cursor: Union[str, None]


QueueEntry = TypedDict(
    "QueueEntry",
    {
        "id": "str",
        "account_id": "str",
        "identity_id": "str",
        "message_id": "str",
        "from": "Union[str, None]",
        "recipient": "str",
        "state": "QueueChangeState",
        "destination": "str",
        "attempts": "int",
        "response": "Union[str, None]",
        "next_attempt_at": "Union[str, None]",
        "waits_for": "Union[str, None]",
        "size": "Union[int, None]",
        "queued_at": "str",
        "explanation": "str",
    },
)


class Recipient(TypedDict):
    address: str
    status: RecipientStatus
    attempts: int
    response: Union[str, None]
    updated_at: str


class RecipientData(TypedDict):
    message_id: str
    thread_id: str
    identity_id: str
    recipient: str
    response: str


RecipientStatus = Literal["queued", "delivered", "deferred", "bounced"]


class RecurrenceInput(TypedDict, total=False):
    rule: Union[str, None]
    exdates: List[str]
    rdates: List[str]


class RetentionRule(TypedDict):
    id: str
    identity_id: Union[str, None]
    folder: Union[str, None]
    action: RetentionRuleAction
    after_days: int
    created_at: str


RetentionRuleAction = Literal["delete", "archive"]


class _RetentionRuleCreateGiven(TypedDict):
    action: RetentionRuleAction
    after_days: int


class RetentionRuleCreate(_RetentionRuleCreateGiven, total=False):
    identity_id: Union[str, None]
    folder: Union[str, None]


class Review(TypedDict):
    id: str
    identity_id: str
    thread_id: str
    message_id: str
    direction: MessageDirection
    status: ReviewStatus
    reasons: List[WaitReason]
    raw_sha256: str
    requested_by: Actor
    decided_by: Union[Actor, None]
    decided_at: Union[str, None]
    comment: Union[str, None]
    covers: str
    approved_until: Union[str, None]
    expires_at: Union[str, None]
    created_at: str


class ReviewApprove(TypedDict, total=False):
    comment: str
    expected: str
    to: Union[str, NamedAddress, List[Union[str, NamedAddress]]]
    cc: Union[str, NamedAddress, List[Union[str, NamedAddress]]]
    bcc: Union[str, NamedAddress, List[Union[str, NamedAddress]]]
    subject: str
    text: Union[str, None]
    html: Union[str, None]


class ReviewData(TypedDict):
    review_id: str
    message_id: str
    thread_id: str
    identity_id: str
    direction: MessageDirection
    status: str
    reasons: List[str]
    comment: Union[str, None]


class ReviewDetailMailParts(TypedDict):
    section: str
    content_type: str
    disposition: Union[str, None]
    filename: Union[str, None]
    content_id: Union[str, None]
    size: int
    headers: List[HeaderField]
    text: Union[str, None]
    outside: Union[str, None]
    cut: bool


ReviewDetailMail = TypedDict(
    "ReviewDetailMail",
    {
        "from": "MailboxRef",
        "to": "List[MailboxRef]",
        "cc": "List[MailboxRef]",
        "bcc": "List[MailboxRef]",
        "subject": "Union[str, None]",
        "text": "Union[str, None]",
        "html": "Union[str, None]",
        "attachments": "List[str]",
        "raw_sha256": "str",
        "recipients": "List[str]",
        "size": "int",
        "headers": "List[HeaderField]",
        "parts": "List[ReviewDetailMailParts]",
        "hidden": "List[HiddenText]",
        "cut": "bool",
    },
)


class ReviewDetailOriginal(TypedDict):
    to: List[MailboxRef]
    cc: List[MailboxRef]
    bcc: List[MailboxRef]
    subject: Union[str, None]
    text: Union[str, None]
    html: Union[str, None]
    attachments: List[str]
    raw_sha256: str


class ReviewDetailDiff(TypedDict):
    field: str
    before: Any
    after: Any


class ReviewDetailRamp(TypedDict):
    domain: str
    limit: int
    used: int
    leaves_at: Union[str, None]


class _ReviewDetailGiven(TypedDict):
    id: str
    identity_id: str
    thread_id: str
    message_id: str
    direction: MessageDirection
    status: ReviewStatus
    reasons: List[WaitReason]
    raw_sha256: str
    requested_by: Actor
    decided_by: Union[Actor, None]
    decided_at: Union[str, None]
    comment: Union[str, None]
    covers: str
    approved_until: Union[str, None]
    expires_at: Union[str, None]
    created_at: str
    mail: Union[ReviewDetailMail, None]
    original: Union[ReviewDetailOriginal, None]
    diff: List[ReviewDetailDiff]


class ReviewDetail(_ReviewDetailGiven, total=False):
    ramp: ReviewDetailRamp


class ReviewReject(TypedDict):
    reason: str


class ReviewReturn(TypedDict):
    comment: str


ReviewStatus = Literal["pending", "approved", "rejected", "returned", "taken_over", "expired", "withdrawn"]


class ReviewTakeOver(TypedDict, total=False):
    comment: str


class _RoutingRuleGiven(TypedDict):
    id: str
    domain_id: str
    local_part: str
    address: str
    identity_id: Union[str, None]
    webhook_id: Union[str, None]
    status: RoutingRuleStatus
    created_at: str


class RoutingRule(_RoutingRuleGiven, total=False):
    forward_to: List[str]
    send_as: bool


class _RoutingRuleCreateGiven(TypedDict):
    domain_id: str
    local_part: str


class RoutingRuleCreate(_RoutingRuleCreateGiven, total=False):
    identity_id: Union[str, None]
    webhook_id: Union[str, None]
    forward_to: List[str]
    send_as: bool


class RoutingRulePatch(TypedDict, total=False):
    status: RoutingRuleStatus
    send_as: bool


RoutingRuleStatus = Literal["active", "disabled"]


class ScheduleStatus(TypedDict):
    email: str
    code: ScheduleStatusCode
    message_id: Union[str, None]


ScheduleStatusCode = Literal["1.0", "1.1", "1.2", "2.0", "3.7", "5.1", "5.2", "5.3"]


class SendList(TypedDict):
    entries: List[str]


class SentRejected(TypedDict):
    address: str
    reason: str


class _SentGiven(TypedDict):
    id: str
    thread_id: str
    rejected: List[SentRejected]


class Sent(_SentGiven, total=False):
    status: SentStatus
    send_at: str
    review_id: str


class SentBatchResultsError(TypedDict):
    code: str
    message: str


class _SentBatchResultsGiven(TypedDict):
    status: int


class SentBatchResults(_SentBatchResultsGiven, total=False):
    data: Sent
    error: SentBatchResultsError


class SentBatch(TypedDict):
    results: List[SentBatchResults]


SentStatus = Literal["pending_review", "scheduled"]


class SpamVerdictSymbols(TypedDict):
    name: str
    score: float


class SpamVerdict(TypedDict):
    message_id: str
    status: SpamVerdictStatus
    scanner: Union[SpamVerdictScanner, None]
    score: Union[float, None]
    threshold: Union[float, None]
    action: Union[str, None]
    symbols: List[SpamVerdictSymbols]
    checked_at: Union[str, None]


SpamVerdictScanner = Literal["rspamd", "rules"]


SpamVerdictStatus = Literal["none", "scanned", "unscanned"]


class StatusCounts(TypedDict):
    open: ThreadCount
    waiting: ThreadCount
    resolved: ThreadCount
    human_review: ThreadCount


class Suppression(TypedDict):
    id: str
    email: str
    reason: str
    detail: Union[str, None]
    message_id: Union[str, None]
    created_at: str


class _SuppressionCreateGiven(TypedDict):
    email: str


class SuppressionCreate(_SuppressionCreateGiven, total=False):
    reason: str


class TakenOverTaken(TypedDict, total=False):
    api_key: int
    app_password: int
    webhook: int
    calendar_feed: int
    routing_rule: int
    scheduled_draft: int
    allow_entry: int
    allowed_contact: int


class TakenOver(TypedDict):
    id: str
    taken: TakenOverTaken
    left: int


class Template(TypedDict):
    id: str
    name: str
    subject: Union[str, None]
    text: str
    pod_id: Union[str, None]
    created_at: str
    updated_at: str


class _TemplateCreateGiven(TypedDict):
    name: str
    text: str


class TemplateCreate(_TemplateCreateGiven, total=False):
    subject: Union[str, None]
    pod_id: Union[str, None]


class TemplatePatch(TypedDict, total=False):
    name: str
    subject: Union[str, None]
    text: str
    pod_id: Union[str, None]


class _ThreadGiven(TypedDict):
    id: str
    identity: str
    subject: Union[str, None]
    status: ThreadStatus
    owner_type: ThreadOwnerType
    assignee_id: Union[str, None]
    assigned_at: Union[str, None]
    message_count: int
    last_message_at: Union[str, None]
    created_at: str


class Thread(_ThreadGiven, total=False):
    metadata: Metadata
    parent_id: str
    snoozed_until: str


class ThreadCount(TypedDict):
    count: int
    more: bool


class ThreadData(TypedDict):
    thread_id: str
    identity_id: str
    status: str
    owner_type: str
    assignee_id: Union[str, None]


ThreadOwnerType = Literal["human", "automation", "agent"]


class ThreadPatch(TypedDict, total=False):
    status: ThreadStatus
    owner_type: ThreadOwnerType
    assignee_id: Union[str, None]
    metadata: Metadata
    parent_id: Union[str, None]
    snoozed_until: Union[str, None]


ThreadStatus = Literal["open", "waiting", "resolved", "human_review"]


class ThreadWokenData(TypedDict):
    thread_id: str
    identity_id: str
    status: str
    owner_type: str
    assignee_id: Union[str, None]
    reason: str


class UnreadCount(TypedDict):
    identity_id: str
    unread: int
    total: int


class Unsubscribe(TypedDict):
    id: str
    identity_id: str
    email: str
    via: UnsubscribeVia
    created_at: str


class UnsubscribeLinks(TypedDict, total=False):
    url: str
    mailto: str


UnsubscribeVia = Literal["link", "mail"]


class UnsubscribedData(TypedDict):
    identity_id: str
    recipient: str
    via: str


class Usage(TypedDict):
    limit: Union[int, None]
    used: Union[int, None]


class _WaitReasonGiven(TypedDict):
    code: str


class WaitReason(_WaitReasonGiven, total=False):
    address: str


class Webhook(TypedDict):
    id: str
    url: str
    identity: Union[str, None]
    event_types: List[str]
    status: WebhookStatus
    consecutive_failures: int
    last_delivered_at: Union[str, None]
    last_failed_at: Union[str, None]
    created_at: str


class _WebhookCreateGiven(TypedDict):
    url: str


class WebhookCreate(_WebhookCreateGiven, total=False):
    identity_id: Union[str, None]
    event_types: List[EventType]
    events: List[EventType]


class WebhookCreated(TypedDict):
    id: str
    url: str
    identity: Union[str, None]
    event_types: List[str]
    status: WebhookStatus
    consecutive_failures: int
    last_delivered_at: Union[str, None]
    last_failed_at: Union[str, None]
    created_at: str
    secret: str


class WebhookPatch(TypedDict, total=False):
    url: str
    event_types: List[EventType]
    status: RoutingRuleStatus


WebhookStatus = Literal["active", "failing", "disabled"]


class WebhookTestData(TypedDict):
    webhook_id: str


class MessageReceivedEvent(TypedDict):
    id: str
    type: Literal["message.received"]
    created_at: str
    data: MessageReceivedData


class MessageReceivedSpamEvent(TypedDict):
    id: str
    type: Literal["message.received.spam"]
    created_at: str
    data: MessageReceivedData


class MessageSentEvent(TypedDict):
    id: str
    type: Literal["message.sent"]
    created_at: str
    data: MessageSentData


class MessageDeliveredEvent(TypedDict):
    id: str
    type: Literal["message.delivered"]
    created_at: str
    data: RecipientData


class MessageDeferredEvent(TypedDict):
    id: str
    type: Literal["message.deferred"]
    created_at: str
    data: RecipientData


class MessageBouncedEvent(TypedDict):
    id: str
    type: Literal["message.bounced"]
    created_at: str
    data: MessageBouncedData


class MessageComplainedEvent(TypedDict):
    id: str
    type: Literal["message.complained"]
    created_at: str
    data: RecipientData


class MessageFailedEvent(TypedDict):
    id: str
    type: Literal["message.failed"]
    created_at: str
    data: MessageFailedData


class MessageForwardedEvent(TypedDict):
    id: str
    type: Literal["message.forwarded"]
    created_at: str
    data: MessageForwardedData


class RecipientUnsubscribedEvent(TypedDict):
    id: str
    type: Literal["recipient.unsubscribed"]
    created_at: str
    data: UnsubscribedData


class MessageReadEvent(TypedDict):
    id: str
    type: Literal["message.read"]
    created_at: str
    data: MessagesData


class MessageUnreadEvent(TypedDict):
    id: str
    type: Literal["message.unread"]
    created_at: str
    data: MessagesData


class MessageMovedEvent(TypedDict):
    id: str
    type: Literal["message.moved"]
    created_at: str
    data: MessagesMovedData


class MessageDeletedEvent(TypedDict):
    id: str
    type: Literal["message.deleted"]
    created_at: str
    data: MessagesData


class DraftCreatedEvent(TypedDict):
    id: str
    type: Literal["draft.created"]
    created_at: str
    data: DraftData


class DraftUpdatedEvent(TypedDict):
    id: str
    type: Literal["draft.updated"]
    created_at: str
    data: DraftData


class DraftDeletedEvent(TypedDict):
    id: str
    type: Literal["draft.deleted"]
    created_at: str
    data: DraftData


class DraftSendFailedEvent(TypedDict):
    id: str
    type: Literal["draft.send_failed"]
    created_at: str
    data: DraftFailedData


class ThreadLabelledEvent(TypedDict):
    id: str
    type: Literal["thread.labelled"]
    created_at: str
    data: LabelledData


class ThreadUnlabelledEvent(TypedDict):
    id: str
    type: Literal["thread.unlabelled"]
    created_at: str
    data: LabelledData


class ThreadCreatedEvent(TypedDict):
    id: str
    type: Literal["thread.created"]
    created_at: str
    data: ThreadData


class ThreadUpdatedEvent(TypedDict):
    id: str
    type: Literal["thread.updated"]
    created_at: str
    data: ThreadData


class ThreadUnsnoozedEvent(TypedDict):
    id: str
    type: Literal["thread.unsnoozed"]
    created_at: str
    data: ThreadWokenData


class IdentityCreatedEvent(TypedDict):
    id: str
    type: Literal["identity.created"]
    created_at: str
    data: IdentityData


class IdentityUpdatedEvent(TypedDict):
    id: str
    type: Literal["identity.updated"]
    created_at: str
    data: IdentityStatusData


class IdentitySuspendedEvent(TypedDict):
    id: str
    type: Literal["identity.suspended"]
    created_at: str
    data: IdentityStatusData


class IdentityDeletedEvent(TypedDict):
    id: str
    type: Literal["identity.deleted"]
    created_at: str
    data: IdentityData


class DomainVerifiedEvent(TypedDict):
    id: str
    type: Literal["domain.verified"]
    created_at: str
    data: DomainData


class DomainFailedEvent(TypedDict):
    id: str
    type: Literal["domain.failed"]
    created_at: str
    data: DomainData


class CalendarEventCreatedEvent(TypedDict):
    id: str
    type: Literal["calendar.event.created"]
    created_at: str
    data: CalendarEventData


class CalendarEventUpdatedEvent(TypedDict):
    id: str
    type: Literal["calendar.event.updated"]
    created_at: str
    data: CalendarEventData


class CalendarEventDeletedEvent(TypedDict):
    id: str
    type: Literal["calendar.event.deleted"]
    created_at: str
    data: CalendarEventData


class CalendarEventRespondedEvent(TypedDict):
    id: str
    type: Literal["calendar.event.responded"]
    created_at: str
    data: CalendarAnswerData


class CalendarEventStartingEvent(TypedDict):
    id: str
    type: Literal["calendar_event.starting"]
    created_at: str
    data: CalendarNoticeData


class CalendarEventEndingEvent(TypedDict):
    id: str
    type: Literal["calendar_event.ending"]
    created_at: str
    data: CalendarNoticeData


class ReviewRequestedEvent(TypedDict):
    id: str
    type: Literal["review.requested"]
    created_at: str
    data: ReviewData


class ReviewApprovedEvent(TypedDict):
    id: str
    type: Literal["review.approved"]
    created_at: str
    data: ReviewData


class ReviewRejectedEvent(TypedDict):
    id: str
    type: Literal["review.rejected"]
    created_at: str
    data: ReviewData


class ReviewReturnedEvent(TypedDict):
    id: str
    type: Literal["review.returned"]
    created_at: str
    data: ReviewData


class ReviewExpiredEvent(TypedDict):
    id: str
    type: Literal["review.expired"]
    created_at: str
    data: ReviewData


class WebhookTestEvent(TypedDict):
    id: str
    type: Literal["webhook.test"]
    created_at: str
    data: WebhookTestData


Event = Union[
    MessageReceivedEvent,
    MessageReceivedSpamEvent,
    MessageSentEvent,
    MessageDeliveredEvent,
    MessageDeferredEvent,
    MessageBouncedEvent,
    MessageComplainedEvent,
    MessageFailedEvent,
    MessageForwardedEvent,
    RecipientUnsubscribedEvent,
    MessageReadEvent,
    MessageUnreadEvent,
    MessageMovedEvent,
    MessageDeletedEvent,
    DraftCreatedEvent,
    DraftUpdatedEvent,
    DraftDeletedEvent,
    DraftSendFailedEvent,
    ThreadLabelledEvent,
    ThreadUnlabelledEvent,
    ThreadCreatedEvent,
    ThreadUpdatedEvent,
    ThreadUnsnoozedEvent,
    IdentityCreatedEvent,
    IdentityUpdatedEvent,
    IdentitySuspendedEvent,
    IdentityDeletedEvent,
    DomainVerifiedEvent,
    DomainFailedEvent,
    CalendarEventCreatedEvent,
    CalendarEventUpdatedEvent,
    CalendarEventDeletedEvent,
    CalendarEventRespondedEvent,
    CalendarEventStartingEvent,
    CalendarEventEndingEvent,
    ReviewRequestedEvent,
    ReviewApprovedEvent,
    ReviewRejectedEvent,
    ReviewReturnedEvent,
    ReviewExpiredEvent,
    WebhookTestEvent,
]


class IdentitiesListQuery(TypedDict, total=False):
    limit: int
    cursor: str
    domain_id: str
    type: IdentityType
    status: IdentityStatus
    tenant_id: str
    client_id: str
    pod_id: str
    email: str
    metadata: Union[str, List[str]]


class IdentitiesGetCountsQuery(TypedDict, total=False):
    label_ids: str


class IdentitiesListUnsubscribesQuery(TypedDict, total=False):
    limit: int
    cursor: str
    email: str


class PodsListQuery(TypedDict, total=False):
    client_id: str
    limit: int
    cursor: str


class PodsListIdentitiesQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PodsListDomainsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class SuppressionsListQuery(TypedDict, total=False):
    limit: int
    cursor: str
    email: str


class SuppressionsDeleteByEmailQuery(TypedDict):
    email: str


class RetentionRulesListQuery(TypedDict, total=False):
    limit: int
    cursor: str


ThreadsListQuery = TypedDict(
    "ThreadsListQuery",
    {
        "limit": "int",
        "cursor": "str",
        "q": "str",
        "identity_id": "str",
        "pod_id": "str",
        "tenant_id": "str",
        "status": "ThreadStatus",
        "owner_type": "ThreadOwnerType",
        "assignee_id": "str",
        "parent_id": "str",
        "snoozed": "bool",
        "metadata": "Union[str, List[str]]",
        "is_read": "bool",
        "from": "str",
        "after": "str",
        "before": "str",
        "has_attachments": "bool",
        "label_id": "str",
    },
    total=False,
)


class ThreadsListNotesQuery(TypedDict, total=False):
    limit: int
    cursor: str


class _LabelsListQueryGiven(TypedDict):
    identity_id: str


class LabelsListQuery(_LabelsListQueryGiven, total=False):
    limit: int
    cursor: str


class _MailboxesListQueryGiven(TypedDict):
    identity_id: str


class MailboxesListQuery(_MailboxesListQueryGiven, total=False):
    limit: int
    cursor: str


class MailboxesListUnreadCountsQuery(TypedDict, total=False):
    identity_id: str
    limit: int
    cursor: str


class _MailboxesListConversationsQueryGiven(TypedDict):
    identity_id: str


_MailboxesListConversationsQueryOptional = TypedDict(
    "_MailboxesListConversationsQueryOptional",
    {
        "is_read": "bool",
        "from": "str",
        "after": "str",
        "before": "str",
        "has_attachments": "bool",
        "label_id": "str",
        "limit": "int",
        "cursor": "str",
    },
    total=False,
)


class MailboxesListConversationsQuery(_MailboxesListConversationsQueryGiven, _MailboxesListConversationsQueryOptional):
    pass


MessagesListQuery = TypedDict(
    "MessagesListQuery",
    {
        "thread_id": "str",
        "identity_id": "str",
        "is_read": "bool",
        "from": "str",
        "after": "str",
        "before": "str",
        "has_attachments": "bool",
        "label_id": "str",
        "subject": "str",
        "ids": "str",
        "format": "MessageWaitFormat",
        "view": "MessageWaitView",
        "wait": "int",
        "order": "MessageWaitOrder",
        "limit": "int",
        "cursor": "str",
    },
    total=False,
)


class MessagesGetQuery(TypedDict, total=False):
    format: MessageWaitFormat
    view: MessageWaitView
    text_from: int


class MessagesGetHeadersQuery(TypedDict, total=False):
    limit: int
    cursor: str


class MessagesListRecipientsQuery(TypedDict, total=False):
    limit: int
    cursor: str


MessagesSearchQuery = TypedDict(
    "MessagesSearchQuery",
    {
        "q": "str",
        "identity_id": "str",
        "from": "str",
        "to": "str",
        "after": "str",
        "before": "str",
        "is_read": "bool",
        "has_attachments": "bool",
        "label_id": "str",
        "view": "MessageWaitView",
        "limit": "int",
        "cursor": "str",
    },
    total=False,
)


class IdentitiesListProtectionEntriesQuery(TypedDict, total=False):
    direction: ProtectionEntriesDirection
    list: ProtectionEntriesList
    limit: int
    cursor: str


class ProtectionListDefaultEntriesQuery(TypedDict, total=False):
    direction: ProtectionEntriesDirection
    list: ProtectionEntriesList
    limit: int
    cursor: str


class ReviewsListQuery(TypedDict, total=False):
    identity_id: str
    status: Union[Literal["pending"], Literal["approved"], Literal["rejected"], Literal["returned"], Literal["taken_over"], Literal["expired"], Literal["withdrawn"]]
    direction: Union[Literal["inbound"], Literal["outbound"]]
    limit: int
    cursor: str


class ThreadsListAuditQuery(TypedDict, total=False):
    limit: int
    cursor: str


class _DraftsListQueryGiven(TypedDict):
    identity_id: str


class DraftsListQuery(_DraftsListQueryGiven, total=False):
    limit: int
    cursor: str


class AttachmentsGetLinkQuery(TypedDict, total=False):
    expires_in: int


class TemplatesListQuery(TypedDict, total=False):
    name: str
    limit: int
    cursor: str


TemplatesFillQuery = TypedDict(
    "TemplatesFillQuery",
    {
        "from": "str",
        "to": "str",
        "in_reply_to": "str",
        "markdown": "bool",
    },
    total=False,
)


class EventsListQuery(TypedDict, total=False):
    limit: int
    cursor: str
    type: Union[EventType, List[EventType]]
    identity_id: str
    pod_id: str
    tenant_id: str
    after: str
    order: MessageWaitOrder
    wait: int


class EventsStreamQuery(TypedDict, total=False):
    cursor: str
    type: Union[EventType, List[EventType]]
    identity_id: str
    pod_id: str
    tenant_id: str


class WebhooksListQuery(TypedDict, total=False):
    identity_id: str
    pod_id: str
    tenant_id: str
    limit: int
    cursor: str


class _DeliveriesListQueryGiven(TypedDict):
    webhook_id: str


class DeliveriesListQuery(_DeliveriesListQueryGiven, total=False):
    limit: int
    cursor: str


class DomainsListQuery(TypedDict, total=False):
    limit: int
    cursor: str


class DomainsListReportsQuery(TypedDict, total=False):
    limit: int
    cursor: str
    kind: Union[Literal["dmarc"], Literal["tls"]]


class RoutingRulesListQuery(TypedDict, total=False):
    limit: int
    cursor: str
    domain_id: str


class CalendarListEventsQuery(TypedDict, total=False):
    after: str
    before: str
    expand: bool
    limit: int
    cursor: str


class CalendarUpdateEventQuery(TypedDict, total=False):
    mode: Union[Literal["single"], Literal["future"]]


class CalendarDeleteEventQuery(TypedDict, total=False):
    mode: Union[Literal["single"], Literal["future"], Literal["all"]]
    send_invites: bool


class CalendarGetFreeBusyQuery(TypedDict):
    after: str
    before: str


class IdentitiesListCalendarFeedsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ApiKeysListQuery(TypedDict, total=False):
    all: bool
    pod_id: str
    limit: int
    cursor: str


class ApiKeysListMadeByKeyQuery(TypedDict, total=False):
    limit: int
    cursor: str


class OauthGrantsListQuery(TypedDict, total=False):
    limit: int
    cursor: str


class _AppPasswordsListQueryGiven(TypedDict):
    identity_id: str


class AppPasswordsListQuery(_AppPasswordsListQueryGiven, total=False):
    limit: int
    cursor: str


class AuditListAccountQuery(TypedDict, total=False):
    limit: int
    cursor: str


class QueueListQuery(TypedDict, total=False):
    limit: int
    cursor: str
    domain: str
    account_id: str
    identity_id: str
    message_id: str
    state: QueueChangeState
    error: str
    before: str
