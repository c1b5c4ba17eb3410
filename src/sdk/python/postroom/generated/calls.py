"""The calls of the API, which wait for their answers. Made by `bun run sdk` from the OpenAPI document: change that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Union, cast

from .._given import path_of
from .._told import Told
from . import types as T

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core import CallOptions
    from .._http import Caller, Pages

class Identities(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.IdentitiesListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Identity]:
        """List addresses."""
        return self._client.pages("/identities", query=query, options=options)

    def create(self, body: Optional[T.IdentityCreate] = None, **options: Unpack[CallOptions]) -> T.Identity:
        """Create an address."""
        return cast("T.Identity", self._client.call("POST", "/identities", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Identity:
        """Read an address."""
        return cast("T.Identity", self._client.call("GET", path_of("/identities/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.IdentityPatch, **options: Unpack[CallOptions]) -> T.Identity:
        """Change an address."""
        return cast("T.Identity", self._client.call("PATCH", path_of("/identities/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an address and all that is its own."""
        self._client.call("DELETE", path_of("/identities/{id}", id), kind="none", options=options)

    def get_counts(self, id: str, query: Optional[T.IdentitiesGetCountsQuery] = None, **options: Unpack[CallOptions]) -> T.IdentityCounts:
        """Count what an address holds."""
        return cast("T.IdentityCounts", self._client.call("GET", path_of("/identities/{id}/counts", id), kind="one", query=query, options=options))

    def get_send_list(self, id: str, **options: Unpack[CallOptions]) -> T.SendList:
        """Read whom send policy `list` lets it write to."""
        return cast("T.SendList", self._client.call("GET", path_of("/identities/{id}/send-list", id), kind="one", options=options))

    def replace_send_list(self, id: str, body: T.SendList, **options: Unpack[CallOptions]) -> T.SendList:
        """Replace that list."""
        return cast("T.SendList", self._client.call("PUT", path_of("/identities/{id}/send-list", id), kind="one", body=body, options=options))

    def list_unsubscribes(self, id: str, query: Optional[T.IdentitiesListUnsubscribesQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Unsubscribe]:
        """List recipients who have unsubscribed from its mail."""
        return self._client.pages(path_of("/identities/{id}/unsubscribes", id), query=query, options=options)

    def delete_unsubscribe(self, id: str, unsubscribe_id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Write to a recipient again who had unsubscribed."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/identities/{id}/unsubscribes/{unsubscribeId}", id, unsubscribe_id), kind="one", options=options))

    def get_protection(self, id: str, **options: Unpack[CallOptions]) -> T.Protection:
        """Read what it may do without a person."""
        return cast("T.Protection", self._client.call("GET", path_of("/identities/{id}/protection", id), kind="one", options=options))

    def set_protection(self, id: str, body: T.ProtectionInput, **options: Unpack[CallOptions]) -> T.Protection:
        """Say which of its mail waits for a person."""
        return cast("T.Protection", self._client.call("PUT", path_of("/identities/{id}/protection", id), kind="one", body=body, options=options))

    def list_protection_entries(self, id: str, query: Optional[T.IdentitiesListProtectionEntriesQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.ProtectionEntry]:
        """List whom it may write to or hear from, and whom not."""
        return self._client.pages(path_of("/identities/{id}/protection/lists", id), query=query, options=options)

    def add_protection_entries(self, id: str, body: T.ProtectionEntries, **options: Unpack[CallOptions]) -> List[T.ProtectionEntry]:
        """Allow or block addresses and domains."""
        return cast("List[T.ProtectionEntry]", self._client.call("POST", path_of("/identities/{id}/protection/lists", id), kind="one", body=body, options=options))

    def remove_protection_entry(self, id: str, entry_id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Take an entry off its list."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/identities/{id}/protection/lists/{entryId}", id, entry_id), kind="one", options=options))

    def list_calendar_feeds(self, id: str, query: Optional[T.IdentitiesListCalendarFeedsQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.CalendarFeed]:
        """List the calendar feeds of an address."""
        return self._client.pages(path_of("/identities/{id}/calendar-feeds", id), query=query, options=options)

    def create_calendar_feed(self, id: str, body: Optional[T.CalendarFeedCreate] = None, **options: Unpack[CallOptions]) -> T.CalendarFeedCreated:
        """Make a secret address that calendar programs subscribe to."""
        return cast("T.CalendarFeedCreated", self._client.call("POST", path_of("/identities/{id}/calendar-feeds", id), kind="one", body=body, options=options))

    def revoke_calendar_feed(self, id: str, feed_id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Revoke a calendar feed."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/identities/{id}/calendar-feeds/{feedId}", id, feed_id), kind="one", options=options))


class Pods(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.PodsListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Pod]:
        """List every pod, the default one first."""
        return self._client.pages("/pods", query=query, options=options)

    def create(self, body: T.PodCreate, **options: Unpack[CallOptions]) -> T.Pod:
        """Create a pod."""
        return cast("T.Pod", self._client.call("POST", "/pods", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Pod:
        """Read a pod."""
        return cast("T.Pod", self._client.call("GET", path_of("/pods/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.PodPatch, **options: Unpack[CallOptions]) -> T.Pod:
        """Change a pod."""
        return cast("T.Pod", self._client.call("PATCH", path_of("/pods/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Delete an empty pod."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/pods/{id}", id), kind="one", options=options))

    def list_identities(self, id: str, query: Optional[T.PodsListIdentitiesQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Identity]:
        """List the addresses in a pod."""
        return self._client.pages(path_of("/pods/{id}/identities", id), query=query, options=options)

    def list_domains(self, id: str, query: Optional[T.PodsListDomainsQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Domain]:
        """List the domains in a pod."""
        return self._client.pages(path_of("/pods/{id}/domains", id), query=query, options=options)


class Suppressions(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.SuppressionsListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Suppression]:
        """List addresses that are not written to."""
        return self._client.pages("/suppressions", query=query, options=options)

    def create(self, body: T.SuppressionCreate, **options: Unpack[CallOptions]) -> T.Suppression:
        """Never write to an address."""
        return cast("T.Suppression", self._client.call("POST", "/suppressions", kind="one", body=body, options=options))

    def delete_by_email(self, query: T.SuppressionsDeleteByEmailQuery, **options: Unpack[CallOptions]) -> T.Deleted:
        """Write to an address again."""
        return cast("T.Deleted", self._client.call("DELETE", "/suppressions", kind="one", query=query, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Write to an address again, by id."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/suppressions/{id}", id), kind="one", options=options))


class RetentionRules(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.RetentionRulesListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.RetentionRule]:
        """List retention rules."""
        return self._client.pages("/retention-rules", query=query, options=options)

    def create(self, body: T.RetentionRuleCreate, **options: Unpack[CallOptions]) -> T.RetentionRule:
        """Delete or archive mail after some days."""
        return cast("T.RetentionRule", self._client.call("POST", "/retention-rules", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.RetentionRule:
        """Read a retention rule."""
        return cast("T.RetentionRule", self._client.call("GET", path_of("/retention-rules/{id}", id), kind="one", options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """End a retention rule."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/retention-rules/{id}", id), kind="one", options=options))


class Threads(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.ThreadsListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Thread]:
        """List threads, the ones with the newest message first."""
        return self._client.pages("/threads", query=query, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Thread:
        """Read a thread."""
        return cast("T.Thread", self._client.call("GET", path_of("/threads/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.ThreadPatch, **options: Unpack[CallOptions]) -> T.Thread:
        """Change a thread's status, owner or snooze."""
        return cast("T.Thread", self._client.call("PATCH", path_of("/threads/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Move a thread's messages to trash; when all are there, delete them for good."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/threads/{id}", id), kind="one", options=options))

    def add_label(self, id: str, label_id: str, **options: Unpack[CallOptions]) -> T.Thread:
        """Put a label on a thread."""
        return cast("T.Thread", self._client.call("PUT", path_of("/threads/{id}/labels/{labelId}", id, label_id), kind="one", options=options))

    def remove_label(self, id: str, label_id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Take a label off a thread."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/threads/{id}/labels/{labelId}", id, label_id), kind="one", options=options))

    def list_notes(self, id: str, query: Optional[T.ThreadsListNotesQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Note]:
        """List a thread's notes, oldest first."""
        return self._client.pages(path_of("/threads/{id}/notes", id), query=query, options=options)

    def create_note(self, id: str, body: T.NoteCreate, **options: Unpack[CallOptions]) -> T.Note:
        """Leave a note in a thread."""
        return cast("T.Note", self._client.call("POST", path_of("/threads/{id}/notes", id), kind="one", body=body, options=options))

    def delete_note(self, id: str, note_id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Delete a note."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/threads/{id}/notes/{noteId}", id, note_id), kind="one", options=options))

    def list_audit(self, id: str, query: Optional[T.ThreadsListAuditQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.AuditEntry]:
        """Read who did what to its mail, oldest first."""
        return self._client.pages(path_of("/threads/{id}/audit", id), query=query, options=options)


class Labels(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: T.LabelsListQuery, **options: Unpack[CallOptions]) -> Pages[T.Label]:
        """List the labels of one address."""
        return self._client.pages("/labels", query=query, options=options)

    def create(self, body: T.LabelCreate, **options: Unpack[CallOptions]) -> T.Label:
        """Create a label."""
        return cast("T.Label", self._client.call("POST", "/labels", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Label:
        """Read a label."""
        return cast("T.Label", self._client.call("GET", path_of("/labels/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.LabelPatch, **options: Unpack[CallOptions]) -> T.Label:
        """Rename or recolour a label."""
        return cast("T.Label", self._client.call("PATCH", path_of("/labels/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Delete a label; its threads stay."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/labels/{id}", id), kind="one", options=options))


class Mailboxes(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: T.MailboxesListQuery, **options: Unpack[CallOptions]) -> Pages[T.Folder]:
        """List the folders of one address."""
        return self._client.pages("/mailboxes", query=query, options=options)

    def list_unread_counts(self, query: Optional[T.MailboxesListUnreadCountsQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.UnreadCount]:
        """Count the unread messages of every inbox."""
        return self._client.pages("/mailboxes/unread-counts", query=query, options=options)

    def list_conversations(self, folder: str, query: T.MailboxesListConversationsQuery, **options: Unpack[CallOptions]) -> Pages[T.ConversationRow]:
        """List a folder's threads by their newest message."""
        return self._client.pages(path_of("/mailboxes/{folder}", folder), query=query, options=options)


class Messages(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.MessagesListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Message]:
        """List messages: of a thread oldest first, of all threads newest first."""
        return self._client.pages("/messages", query=query, options=options)

    def send(self, body: T.MessageSend, **options: Unpack[CallOptions]) -> Union[T.Sent, T.Sent]:
        """Send a message, now or later."""
        return cast("Union[T.Sent, T.Sent]", self._client.call("POST", "/messages", kind="one", body=body, options=options))

    def update_many(self, body: T.MessageBatch, **options: Unpack[CallOptions]) -> T.MessageBatchResult:
        """Mark, label or move up to 100 messages."""
        return cast("T.MessageBatchResult", self._client.call("PATCH", "/messages", kind="one", body=body, options=options))

    def wait_for(self, body: Optional[T.MessageWait] = None, **options: Unpack[CallOptions]) -> List[T.Message]:
        """Wait for mail."""
        return cast("List[T.Message]", self._client.call("POST", "/messages/wait", kind="one", body=body, options=options))

    def get(self, id: str, query: Optional[T.MessagesGetQuery] = None, **options: Unpack[CallOptions]) -> T.Message:
        """Read a message."""
        return cast("T.Message", self._client.call("GET", path_of("/messages/{id}", id), kind="one", query=query, options=options))

    def update(self, id: str, body: T.MessagePatch, **options: Unpack[CallOptions]) -> T.Message:
        """Mark a message as read or spam, or move it."""
        return cast("T.Message", self._client.call("PATCH", path_of("/messages/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Move a message to trash; from trash delete it for good."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/messages/{id}", id), kind="one", options=options))

    def get_raw(self, id: str, **options: Unpack[CallOptions]) -> bytes:
        """Read the exact bytes that were received."""
        return cast("bytes", self._client.call("GET", path_of("/messages/{id}/raw", id), kind="bytes", options=options))

    def send_many(self, body: T.MessageBatchSend, **options: Unpack[CallOptions]) -> T.SentBatch:
        """Send up to 100 messages."""
        return cast("T.SentBatch", self._client.call("POST", "/messages/batch", kind="one", body=body, options=options))

    def get_headers(self, id: str, query: Optional[T.MessagesGetHeadersQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.HeaderField]:
        """Read a message's header fields."""
        return self._client.pages(path_of("/messages/{id}/headers", id), query=query, options=options)

    def get_authentication(self, id: str, **options: Unpack[CallOptions]) -> T.Authentication:
        """Read what SPF, DKIM, DMARC and ARC said."""
        return cast("T.Authentication", self._client.call("GET", path_of("/messages/{id}/authentication", id), kind="one", options=options))

    def get_spam(self, id: str, **options: Unpack[CallOptions]) -> T.SpamVerdict:
        """Read why a message is spam, or is not."""
        return cast("T.SpamVerdict", self._client.call("GET", path_of("/messages/{id}/spam", id), kind="one", options=options))

    def list_recipients(self, id: str, query: Optional[T.MessagesListRecipientsQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Recipient]:
        """Read what became of each recipient."""
        return self._client.pages(path_of("/messages/{id}/recipients", id), query=query, options=options)

    def reply(self, id: str, body: T.MessageReply, **options: Unpack[CallOptions]) -> Union[T.Sent, T.Sent]:
        """Answer the sender."""
        return cast("Union[T.Sent, T.Sent]", self._client.call("POST", path_of("/messages/{id}/reply", id), kind="one", body=body, options=options))

    def reply_all(self, id: str, body: T.MessageReply, **options: Unpack[CallOptions]) -> Union[T.Sent, T.Sent]:
        """Answer everybody."""
        return cast("Union[T.Sent, T.Sent]", self._client.call("POST", path_of("/messages/{id}/reply-all", id), kind="one", body=body, options=options))

    def forward(self, id: str, body: T.MessageForward, **options: Unpack[CallOptions]) -> Union[T.Sent, T.Sent]:
        """Forward a message with its files."""
        return cast("Union[T.Sent, T.Sent]", self._client.call("POST", path_of("/messages/{id}/forward", id), kind="one", body=body, options=options))

    def create_draft(self, id: str, body: T.MessageDraft, **options: Unpack[CallOptions]) -> T.Draft:
        """Make a draft that answers or forwards a message."""
        return cast("T.Draft", self._client.call("POST", path_of("/messages/{id}/drafts", id), kind="one", body=body, options=options))

    def get_safety(self, id: str, **options: Unpack[CallOptions]) -> T.MessageSafety:
        """Read what a message hides, where its links go, and who it is from."""
        return cast("T.MessageSafety", self._client.call("GET", path_of("/messages/{id}/safety", id), kind="one", options=options))

    def get_parts(self, id: str, **options: Unpack[CallOptions]) -> T.MessageSpans:
        """Read whose words the text of a message is."""
        return cast("T.MessageSpans", self._client.call("GET", path_of("/messages/{id}/parts", id), kind="one", options=options))

    def get_codes(self, id: str, **options: Unpack[CallOptions]) -> T.MessageCodes:
        """Find the one-time codes and confirmation links of a message."""
        return cast("T.MessageCodes", self._client.call("GET", path_of("/messages/{id}/codes", id), kind="one", options=options))

    def get_invitation(self, id: str, **options: Unpack[CallOptions]) -> T.MessageInvitation:
        """Read what a message asks of the calendar, and whether it was done."""
        return cast("T.MessageInvitation", self._client.call("GET", path_of("/messages/{id}/invitation", id), kind="one", options=options))

    def apply_invitation(self, id: str, **options: Unpack[CallOptions]) -> Union[T.CalendarEvent, T.CalendarEvent]:
        """Do what a message asks of the calendar."""
        return cast("Union[T.CalendarEvent, T.CalendarEvent]", self._client.call("POST", path_of("/messages/{id}/invitation/apply", id), kind="one", options=options))

    def search(self, query: Optional[T.MessagesSearchQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Message]:
        """Search messages, best match first."""
        return self._client.pages("/messages/search", query=query, options=options)


class Protection(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def get_default(self, **options: Unpack[CallOptions]) -> T.Protection:
        """Read what addresses have without settings of their own."""
        return cast("T.Protection", self._client.call("GET", "/protection", kind="one", options=options))

    def set_default(self, body: T.ProtectionInput, **options: Unpack[CallOptions]) -> T.Protection:
        """Set what addresses have without settings of their own."""
        return cast("T.Protection", self._client.call("PUT", "/protection", kind="one", body=body, options=options))

    def list_default_entries(self, query: Optional[T.ProtectionListDefaultEntriesQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.ProtectionEntry]:
        """List entries that hold for all addresses."""
        return self._client.pages("/protection/lists", query=query, options=options)

    def add_default_entries(self, body: T.ProtectionEntries, **options: Unpack[CallOptions]) -> List[T.ProtectionEntry]:
        """Allow or block for all addresses."""
        return cast("List[T.ProtectionEntry]", self._client.call("POST", "/protection/lists", kind="one", body=body, options=options))

    def remove_default_entry(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Take an entry off the account's list."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/protection/lists/{id}", id), kind="one", options=options))


class Reviews(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.ReviewsListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Review]:
        """List what waits for a person, and what was decided."""
        return self._client.pages("/reviews", query=query, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.ReviewDetail:
        """Read a review with its mail."""
        return cast("T.ReviewDetail", self._client.call("GET", path_of("/reviews/{id}", id), kind="one", options=options))

    def get_raw(self, id: str, **options: Unpack[CallOptions]) -> bytes:
        """Read the exact bytes that `raw_sha256` is of."""
        return cast("bytes", self._client.call("GET", path_of("/reviews/{id}/raw", id), kind="bytes", options=options))

    def approve(self, id: str, body: Optional[T.ReviewApprove] = None, **options: Unpack[CallOptions]) -> T.Review:
        """Let a mail leave, or in."""
        return cast("T.Review", self._client.call("POST", path_of("/reviews/{id}/approve", id), kind="one", body=body, options=options))

    def reject(self, id: str, body: T.ReviewReject, **options: Unpack[CallOptions]) -> T.Review:
        """Refuse a mail."""
        return cast("T.Review", self._client.call("POST", path_of("/reviews/{id}/reject", id), kind="one", body=body, options=options))

    def give_back(self, id: str, body: T.ReviewReturn, **options: Unpack[CallOptions]) -> T.Review:
        """Give a send back to its writer."""
        return cast("T.Review", self._client.call("POST", path_of("/reviews/{id}/return", id), kind="one", body=body, options=options))

    def take_over(self, id: str, body: Optional[T.ReviewTakeOver] = None, **options: Unpack[CallOptions]) -> T.Review:
        """Go on with the thread yourself."""
        return cast("T.Review", self._client.call("POST", path_of("/reviews/{id}/take_over", id), kind="one", body=body, options=options))


class Drafts(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: T.DraftsListQuery, **options: Unpack[CallOptions]) -> Pages[T.Draft]:
        """List drafts of one address, newest first, scheduled ones included."""
        return self._client.pages("/drafts", query=query, options=options)

    def create(self, body: T.DraftCreate, **options: Unpack[CallOptions]) -> T.Draft:
        """Create a draft."""
        return cast("T.Draft", self._client.call("POST", "/drafts", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Draft:
        """Read a draft."""
        return cast("T.Draft", self._client.call("GET", path_of("/drafts/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.DraftPatch, **options: Unpack[CallOptions]) -> T.Draft:
        """Change a draft."""
        return cast("T.Draft", self._client.call("PATCH", path_of("/drafts/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Delete a draft."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/drafts/{id}", id), kind="one", options=options))

    def send(self, id: str, **options: Unpack[CallOptions]) -> T.Sent:
        """Send a draft now."""
        return cast("T.Sent", self._client.call("POST", path_of("/drafts/{id}/send", id), kind="one", options=options))

    def schedule(self, id: str, body: T.DraftSchedule, **options: Unpack[CallOptions]) -> T.Draft:
        """Send a draft later."""
        return cast("T.Draft", self._client.call("POST", path_of("/drafts/{id}/schedule", id), kind="one", body=body, options=options))

    def unschedule(self, id: str, **options: Unpack[CallOptions]) -> T.Draft:
        """Make an ordinary draft of it again."""
        return cast("T.Draft", self._client.call("DELETE", path_of("/drafts/{id}/schedule", id), kind="one", options=options))

    def delete_attachment(self, id: str, attachment_id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Take a file off a draft."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/drafts/{id}/attachments/{attachmentId}", id, attachment_id), kind="one", options=options))


class Attachments(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def upload(self, body: T.AttachmentUpload, **options: Unpack[CallOptions]) -> T.Attachment:
        """Add a file to a draft."""
        return cast("T.Attachment", self._client.call("POST", "/attachments", kind="one", body=body, options=options))

    def download(self, id: str, **options: Unpack[CallOptions]) -> bytes:
        """Download a file."""
        return cast("bytes", self._client.call("GET", path_of("/attachments/{id}", id), kind="bytes", options=options))

    def get_text(self, id: str, **options: Unpack[CallOptions]) -> T.AttachmentText:
        """Read the text of a file."""
        return cast("T.AttachmentText", self._client.call("GET", path_of("/attachments/{id}/text", id), kind="one", options=options))

    def get_link(self, id: str, query: Optional[T.AttachmentsGetLinkQuery] = None, **options: Unpack[CallOptions]) -> T.AttachmentLink:
        """Make a short-lived URL of a file."""
        return cast("T.AttachmentLink", self._client.call("GET", path_of("/attachments/{id}/link", id), kind="one", query=query, options=options))


class Templates(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.TemplatesListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Template]:
        """List templates, newest first."""
        return self._client.pages("/templates", query=query, options=options)

    def create(self, body: T.TemplateCreate, **options: Unpack[CallOptions]) -> T.Template:
        """Create a template."""
        return cast("T.Template", self._client.call("POST", "/templates", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Template:
        """Read a template."""
        return cast("T.Template", self._client.call("GET", path_of("/templates/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.TemplatePatch, **options: Unpack[CallOptions]) -> T.Template:
        """Change a template."""
        return cast("T.Template", self._client.call("PATCH", path_of("/templates/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Delete a template."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/templates/{id}", id), kind="one", options=options))

    def fill(self, id: str, query: Optional[T.TemplatesFillQuery] = None, **options: Unpack[CallOptions]) -> T.FilledTemplate:
        """Fill a template for one letter."""
        return cast("T.FilledTemplate", self._client.call("GET", path_of("/templates/{id}/filled", id), kind="one", query=query, options=options))


class Events(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def take_next(self, body: Optional[T.NextAsk] = None, **options: Unpack[CallOptions]) -> T.NextAnswer:
        """Take what is next."""
        return cast("T.NextAnswer", self._client.call("POST", "/next", kind="one", body=body, options=options))

    def list(self, query: Optional[T.EventsListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Event]:
        """Read events of the last 30 days."""
        return self._client.pages("/events", query=query, options=options)

    def stream(self, query: Optional[T.EventsStreamQuery] = None, **options: Unpack[CallOptions]) -> Iterator[T.Event]:
        """Follow events as they happen."""
        return self._client.follow(query=query)


class Webhooks(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.WebhooksListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Webhook]:
        """List webhooks."""
        return self._client.pages("/webhooks", query=query, options=options)

    def create(self, body: T.WebhookCreate, **options: Unpack[CallOptions]) -> T.WebhookCreated:
        """Create a webhook."""
        return cast("T.WebhookCreated", self._client.call("POST", "/webhooks", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Webhook:
        """Read a webhook."""
        return cast("T.Webhook", self._client.call("GET", path_of("/webhooks/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.WebhookPatch, **options: Unpack[CallOptions]) -> T.Webhook:
        """Change, disable or enable a webhook."""
        return cast("T.Webhook", self._client.call("PATCH", path_of("/webhooks/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a webhook."""
        self._client.call("DELETE", path_of("/webhooks/{id}", id), kind="none", options=options)

    def test(self, id: str, **options: Unpack[CallOptions]) -> T.Delivery:
        """Send a test event."""
        return cast("T.Delivery", self._client.call("POST", path_of("/webhooks/{id}/test", id), kind="one", options=options))

    def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> T.WebhookCreated:
        """Make a new signing secret."""
        return cast("T.WebhookCreated", self._client.call("POST", path_of("/webhooks/{id}/rotate-secret", id), kind="one", options=options))


class Deliveries(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: T.DeliveriesListQuery, **options: Unpack[CallOptions]) -> Pages[T.Delivery]:
        """List what one webhook was told."""
        return self._client.pages("/deliveries", query=query, options=options)

    def replay(self, id: str, **options: Unpack[CallOptions]) -> T.Delivery:
        """Try one delivery again from the start."""
        return cast("T.Delivery", self._client.call("POST", path_of("/deliveries/{id}/replay", id), kind="one", options=options))


class Domains(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.DomainsListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.Domain]:
        """List domains, the shared one included."""
        return self._client.pages("/domains", query=query, options=options)

    def create(self, body: T.DomainCreate, **options: Unpack[CallOptions]) -> T.Domain:
        """Claim a domain."""
        return cast("T.Domain", self._client.call("POST", "/domains", kind="one", body=body, options=options))

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Domain:
        """Read a domain with its DNS records."""
        return cast("T.Domain", self._client.call("GET", path_of("/domains/{id}", id), kind="one", options=options))

    def update(self, id: str, body: T.DomainPatch, **options: Unpack[CallOptions]) -> T.Domain:
        """Move a domain to another pod."""
        return cast("T.Domain", self._client.call("PATCH", path_of("/domains/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Delete a domain that has no addresses."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/domains/{id}", id), kind="one", options=options))

    def verify(self, id: str, **options: Unpack[CallOptions]) -> T.Domain:
        """Look the records up in DNS now."""
        return cast("T.Domain", self._client.call("POST", path_of("/domains/{id}/verify", id), kind="one", options=options))

    def check(self, id: str, **options: Unpack[CallOptions]) -> T.DomainCheck:
        """Compare the records with those in DNS."""
        return cast("T.DomainCheck", self._client.call("POST", path_of("/domains/{id}/check", id), kind="one", options=options))

    def list_reports(self, id: str, query: Optional[T.DomainsListReportsQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.DomainReport]:
        """List what others report about a domain: DMARC and TLS."""
        return self._client.pages(path_of("/domains/{id}/reports", id), query=query, options=options)

    def get_zone(self, id: str, **options: Unpack[CallOptions]) -> str:
        """Read the records as a zone file."""
        return cast("str", self._client.call("GET", path_of("/domains/{id}/zone", id), kind="text", options=options))


class RoutingRules(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.RoutingRulesListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.RoutingRule]:
        """List routing rules by domain, then newest first."""
        return self._client.pages("/routing-rules", query=query, options=options)

    def create(self, body: T.RoutingRuleCreate, **options: Unpack[CallOptions]) -> T.RoutingRule:
        """Route an unclaimed address, or all of them."""
        return cast("T.RoutingRule", self._client.call("POST", "/routing-rules", kind="one", body=body, options=options))

    def update(self, id: str, body: T.RoutingRulePatch, **options: Unpack[CallOptions]) -> T.RoutingRule:
        """Disable or enable a rule, or writing from its address."""
        return cast("T.RoutingRule", self._client.call("PATCH", path_of("/routing-rules/{id}", id), kind="one", body=body, options=options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Delete a rule."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/routing-rules/{id}", id), kind="one", options=options))


class Calendar(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def get(self, id: str, **options: Unpack[CallOptions]) -> T.Calendar:
        """Read what is set for a calendar."""
        return cast("T.Calendar", self._client.call("GET", path_of("/identities/{id}/calendar", id), kind="one", options=options))

    def update(self, id: str, body: T.CalendarPatch, **options: Unpack[CallOptions]) -> T.Calendar:
        """Set the zone of a calendar, and when it tells of its events."""
        return cast("T.Calendar", self._client.call("PATCH", path_of("/identities/{id}/calendar", id), kind="one", body=body, options=options))

    def list_events(self, id: str, query: Optional[T.CalendarListEventsQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.CalendarEvent]:
        """List events by when they begin."""
        return self._client.pages(path_of("/identities/{id}/calendar/events", id), query=query, options=options)

    def create_event(self, id: str, body: T.CalendarEventCreate, **options: Unpack[CallOptions]) -> Union[T.CalendarEvent, T.CalendarEvent]:
        """Create an event."""
        return cast("Union[T.CalendarEvent, T.CalendarEvent]", self._client.call("POST", path_of("/identities/{id}/calendar/events", id), kind="one", body=body, options=options))

    def get_event(self, id: str, event_id: str, **options: Unpack[CallOptions]) -> T.CalendarEvent:
        """Read an event."""
        return cast("T.CalendarEvent", self._client.call("GET", path_of("/identities/{id}/calendar/events/{eventId}", id, event_id), kind="one", options=options))

    def update_event(self, id: str, event_id: str, body: T.CalendarEventPatch, query: Optional[T.CalendarUpdateEventQuery] = None, **options: Unpack[CallOptions]) -> Union[T.CalendarEvent, T.CalendarEvent]:
        """Change an event."""
        return cast("Union[T.CalendarEvent, T.CalendarEvent]", self._client.call("PATCH", path_of("/identities/{id}/calendar/events/{eventId}", id, event_id), kind="one", body=body, query=query, options=options))

    def delete_event(self, id: str, event_id: str, query: Optional[T.CalendarDeleteEventQuery] = None, **options: Unpack[CallOptions]) -> None:
        """Delete an event."""
        self._client.call("DELETE", path_of("/identities/{id}/calendar/events/{eventId}", id, event_id), kind="none", query=query, options=options)

    def respond_to_event(self, id: str, event_id: str, body: T.CalendarEventRespond, **options: Unpack[CallOptions]) -> Union[T.CalendarEvent, T.CalendarEvent]:
        """Answer an invitation."""
        return cast("Union[T.CalendarEvent, T.CalendarEvent]", self._client.call("POST", path_of("/identities/{id}/calendar/events/{eventId}/respond", id, event_id), kind="one", body=body, options=options))

    def get_free_busy(self, id: str, query: T.CalendarGetFreeBusyQuery, **options: Unpack[CallOptions]) -> T.FreeBusy:
        """Say when an address is busy."""
        return cast("T.FreeBusy", self._client.call("GET", path_of("/identities/{id}/calendar/free-busy", id), kind="one", query=query, options=options))


class Agent(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def sign_up(self, body: T.AgentSignupCreate, **options: Unpack[CallOptions]) -> T.AgentSignup:
        """Sign up without a key."""
        return cast("T.AgentSignup", self._client.call("POST", "/agent/signup", kind="one", body=body, options=options))

    def name_human(self, body: T.AgentHuman, **options: Unpack[CallOptions]) -> T.AgentSignup:
        """Name the human, or ask for a fresh code."""
        return cast("T.AgentSignup", self._client.call("POST", "/agent/human", kind="one", body=body, options=options))

    def verify(self, body: T.AgentVerify, **options: Unpack[CallOptions]) -> T.AgentVerified:
        """Give back the code."""
        return cast("T.AgentVerified", self._client.call("POST", "/agent/verify", kind="one", body=body, options=options))


class ApiKeys(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.ApiKeysListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.ApiKey]:
        """List this key and those it minted, or all of the account."""
        return self._client.pages("/api-keys", query=query, options=options)

    def create(self, body: T.ApiKeyCreate, **options: Unpack[CallOptions]) -> T.ApiKeyCreated:
        """Mint a key that reaches a subset of addresses."""
        return cast("T.ApiKeyCreated", self._client.call("POST", "/api-keys", kind="one", body=body, options=options))

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Revoke a key and what it minted."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/api-keys/{id}", id), kind="one", options=options))

    def list_made_by_key(self, id: str, query: Optional[T.ApiKeysListMadeByKeyQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.MadeByKey]:
        """List what a key made and that is there still."""
        return self._client.pages(path_of("/api-keys/{id}/made", id), query=query, options=options)

    def take_over_from_key(self, id: str, **options: Unpack[CallOptions]) -> T.TakenOver:
        """Make what a key made this key's own."""
        return cast("T.TakenOver", self._client.call("POST", path_of("/api-keys/{id}/take-over", id), kind="one", options=options))


class Me(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def get(self, **options: Unpack[CallOptions]) -> T.Me:
        """Read which key this is, what it reaches and what its account may use."""
        return cast("T.Me", self._client.call("GET", "/me", kind="one", options=options))


class OauthGrants(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.OauthGrantsListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.OauthGrant]:
        """List the programs that people let in."""
        return self._client.pages("/oauth-grants", query=query, options=options)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """End the access of a program."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/oauth-grants/{id}", id), kind="one", options=options))


class AppPasswords(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: T.AppPasswordsListQuery, **options: Unpack[CallOptions]) -> Pages[T.AppPassword]:
        """List the devices that reach one address."""
        return self._client.pages("/app-passwords", query=query, options=options)

    def create(self, body: T.AppPasswordCreate, **options: Unpack[CallOptions]) -> T.AppPasswordCreated:
        """Issue an IMAP and SMTP password."""
        return cast("T.AppPasswordCreated", self._client.call("POST", "/app-passwords", kind="one", body=body, options=options))

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> T.Deleted:
        """Revoke an app password."""
        return cast("T.Deleted", self._client.call("DELETE", path_of("/app-passwords/{id}", id), kind="one", options=options))


class Audit(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list_account(self, query: Optional[T.AuditListAccountQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.AccountAuditEntry]:
        """Read who changed roles, keys and settings, newest first."""
        return self._client.pages("/audit", query=query, options=options)


class Queue(Told):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, query: Optional[T.QueueListQuery] = None, **options: Unpack[CallOptions]) -> Pages[T.QueueEntry]:
        """List what waits to leave, over all addresses, oldest first."""
        return self._client.pages("/queue", query=query, options=options)

    def get_entry(self, id: str, **options: Unpack[CallOptions]) -> T.QueueEntry:
        """Read why one recipient still waits."""
        return cast("T.QueueEntry", self._client.call("GET", path_of("/queue/{id}", id), kind="one", options=options))

    def retry_queued(self, body: T.QueueChange, **options: Unpack[CallOptions]) -> T.QueueChanged:
        """Try entries now."""
        return cast("T.QueueChanged", self._client.call("POST", "/queue/retry", kind="one", body=body, options=options))

    def hold_queued(self, body: T.QueueChange, **options: Unpack[CallOptions]) -> T.QueueChanged:
        """Hold entries."""
        return cast("T.QueueChanged", self._client.call("POST", "/queue/hold", kind="one", body=body, options=options))

    def release_queued(self, body: T.QueueChange, **options: Unpack[CallOptions]) -> T.QueueChanged:
        """Let held entries go."""
        return cast("T.QueueChanged", self._client.call("POST", "/queue/release", kind="one", body=body, options=options))

    def drop_queued(self, body: T.QueueChange, **options: Unpack[CallOptions]) -> T.QueueChanged:
        """Give entries up."""
        return cast("T.QueueChanged", self._client.call("POST", "/queue/drop", kind="one", body=body, options=options))


class Calls(Told):
    def __init__(self, client: Caller) -> None:
        self.identities = Identities(client)
        self.pods = Pods(client)
        self.suppressions = Suppressions(client)
        self.retention_rules = RetentionRules(client)
        self.threads = Threads(client)
        self.labels = Labels(client)
        self.mailboxes = Mailboxes(client)
        self.messages = Messages(client)
        self.protection = Protection(client)
        self.reviews = Reviews(client)
        self.drafts = Drafts(client)
        self.attachments = Attachments(client)
        self.templates = Templates(client)
        self.events = Events(client)
        self.webhooks = Webhooks(client)
        self.deliveries = Deliveries(client)
        self.domains = Domains(client)
        self.routing_rules = RoutingRules(client)
        self.calendar = Calendar(client)
        self.agent = Agent(client)
        self.api_keys = ApiKeys(client)
        self.me = Me(client)
        self.oauth_grants = OauthGrants(client)
        self.app_passwords = AppPasswords(client)
        self.audit = Audit(client)
        self.queue = Queue(client)
