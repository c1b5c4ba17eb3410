// Words of the pages: refusals of the calls that pages make, with `{1}` in place of what they name. The English is what the call says:
// src/console/frame/refusals.ts finds a refusal by it.
export const refusals = {
  linkUsed: "This link was used already, or it has expired. Ask for a new one.",
  memberAlready: "{1} is a member of this account already.",
  mostMembers: "An account has at most {1} members. Remove one first.",
  roleByGroups:
    "{1} has this role by the groups of OIDC_ISSUER. Change it there, or remove the member and invite them.",
  ownerOnly: "Only an owner of this account may do this.",
  passkeyKnown: "This passkey is registered already.",
  mostPasskeys: "A person has at most {1} passkeys. Remove one first.",
  passkeyCopy: "This passkey was used by a copy of it.",
  passkeyLate: "This answer was used already, or it came too late. Try again.",
  noAppPasswords: "An address of type {1} takes no app passwords. Use one of type human, team or agent.",
  mostAppPasswords:
    "This address has {1} app passwords, which is the most. Revoke one that is no longer used first.",
  mostTemplates: "An account holds at most {1} templates. Delete one first.",
  templateNamed: "Template {1} has this name. Change that one, or choose another name.",
  mostShared: "An account holds at most {1} shared searches. Remove one first.",
  mostSearches: "A person has at most {1} saved searches. Remove one first.",
  searchNamed: "A saved search has this name. Choose another name.",
  mostOfPod: "More than {1} addresses are in this pod or of this tenant. Give both, or identity_id.",
  addressTaken:
    "{1}@{2} is taken. Choose another local part; where it is yours, GET /api/v1/identities?email=… lists it.",
  planAddresses: "This account's plan holds {1} addresses. Delete one first.",
  ownersName: "Only the owner of {1} may create {2}. Choose another local part.",
  domainHere: "{1} is here already. Find it with GET /api/v1/domains.",
  domainOfOther: "{1} belongs to another account. Add another domain.",
  domainName: '"{1}" is not a domain name. Send one such as agents.example.com.',
  dnsSilent: "The DNS servers gave no answer about {1}. Try again in a minute.",
  mostWorks: "At most {1} of these go on at a time. Wait for one to end.",
  noUndo: "This can no longer be undone.",
  listsFull: "The lists hold {1} entries, and may hold {2}. Remove some first.",
  noEntry: '"{1}" is neither an email address nor a domain. Send such as ada@example.com or example.com.',
  noAddress: '"{1}" is not an email address. Send one such as ada@example.com.',
  answeredAlready: "This was answered already, or the link is too old. There is nothing more to do.",
  longEvent: "The event is longer than {1} days. Use a recurrence rule for what repeats.",
  eventChanged: "The event was changed by others at the same moment. Read it again, then decide.",
  mostNotices: "This change would send more than {1} mails to attendees. Change fewer dates at once.",
  inviteLimit:
    "This account may write to {1} recipients a day and has written to {2} today (UTC); this would be {3} more. Leave send_invites out, or wait until tomorrow.",
  organisedByOther:
    "{1} organises this event, so only metadata and reminders can be changed here. Answer it with POST …/calendar/events/{eventId}/respond.",
  eventCancelled:
    "{1} cancelled this event, so there is nothing to answer. Remove it from the calendar with DELETE.",
  attendeeTwice: "attendees names {1} twice. Name each address once.",
  mostFiles: "A message has at most {1} files. Remove one first.",
  filesLarge: "The files of a message are larger than 25 MB together. Send fewer or smaller ones.",
  fileLarge: "A file may have at most 25 MB. Send a smaller one, or a link to it.",
  draftWaits:
    "This draft waits for a review and cannot be changed or sent meanwhile. DELETE /api/v1/drafts/{id} withdraws it.",
  draftSending: "This draft is being sent just now. Look for it with GET /api/v1/messages/{id}.",
  draftMoved:
    "The draft was changed, sent or deleted at the same moment. Read it again with GET /api/v1/drafts/{id}, then decide.",
  notScheduled: "This draft is not scheduled, so there is nothing to take back.",
  cannotSend: "An address of type {1} cannot send. Send from another address.",
  notActive: "This address is not active, so it cannot send. Set its status to active first.",
  notVerified: "{1} is not verified yet. Publish its ownership record and verify it first.",
  dayLimit:
    "This {1} may write to {2} recipients a day and has written to {3} today (UTC). Send to fewer, or wait until tomorrow.",
  mostRecipients: "{1} recipients are too many. Send to at most {2} at once.",
  mailLarge: "Texts and attachments are larger than 25 MB together. Send less, or several messages.",
  nobodyToAnswer:
    "This message names nobody to answer to. Write with POST /api/v1/messages and in_reply_to instead.",
  saysNothing: "The message says nothing. Send text, html or markdown, a subject, or a file in attachments.",
  sendAt:
    "send_at is {1}, and must be at least one minute and at most thirty days from now, between {2} and {3}.",
  mostLabels: "An address has at most {1} labels. Delete one first.",
  labelName: "A label's name needs a visible character, and no control characters.",
  mostNotes: "A thread has at most {1} notes. Delete one first.",
  othersNote:
    "Somebody else wrote this note. Its author deletes it, or an owner of the account, or an unrestricted key.",
  snoozeTime: "snoozed_until {1} is {2}. Give a time to come within five years, or null.",
  storageFull: "This account stores as much as its plan allows. Delete messages for good (from trash) first.",
  changedSince: "It changed since you opened it. Open it again: what is shown then is what you decide.",
  reviewGone: "The mail of this review was deleted by its address. There is nothing to decide.",
  decidedFirst: "This review was decided first{1} at {2}: {3}. Read it with GET /api/v1/reviews/{id}.",
  plannedFirst: "This review was decided first by {1}: {2}, which they may take back until {3}.",
  pageOld: "This page was open for more than 15 minutes. Open the link in your mail again.",
  reviewLinkUsed: "This link was used already, or its mail is decided. There is nothing more to do.",
  noTakeBack: "It cannot be taken back any more: it has come into force, or nobody had decided.",
  leavesAsIs:
    "This mail was written by a mail program or by the calendar, and leaves as it is or not at all. Return it, or approve it without changes.",
  searchOperator: 'Field "q" has "{1}:", which is no operator: did you mean "{2}:"? {3}',
  searchEmpty: 'Field "q" has "{1}:" without a value. {2}',
  searchDay:
    'Field "q" has "{1}:{2}". {3}: takes a day, 2026-01-31, or yesterday, an age such as 7d, or a time with its zone, 2026-01-31T09:00:00Z.',
  searchSize: 'Field "q" has "{1}:{2}". {3}: takes a size in bytes, 500k or 5M.',
  searchValue: 'Field "q" has "{1}:{2}". {3}: takes {4}.',
  searchLabelNear: 'Field "q" has "label:{1}", and there is no such label here. Did you mean {2}? {3}',
  searchLabel: 'Field "q" has "label:{1}", and there is no such label here. There are: {2}.',
  searchLabelNone: 'Field "q" has "label:{1}", and there is no such label here. There is no label.',
  searchFolderNear: 'Field "q" has "in:{1}", and there is no such folder here. Did you mean {2}? {3}',
  searchFolder: 'Field "q" has "in:{1}", and there is no such folder here. There are: {2}.',
  tooFast: "Too many requests. Wait for the seconds in Retry-After, then go on.",
  internal: "Something went wrong on our side. Try again; if it stays, report request {1}.",
  hookScheme: "url must begin with https:// or http://.",
  hookUrl: "url is not a URL. Send an absolute one, such as https://example.com/hook.",
  labelNamed:
    'Label {1} of this address is named "{2}" already (case does not count). Use it, or choose another name.',
  endBeforeStart: "end is before start. Send an end at or after the start; to move an event, send both.",
  endOfAllDay: "end must be after start: for an all-day event it is the day after the last one.",
  guestAddress: 'attendees: "{1}" is not an email address. Send one such as ada@example.com.',
  mostSeries:
    "This calendar has {1} series, and no room for more. Delete series that are over, or use another address.",
  linkOver:
    "This link no longer answers anything: the event has moved, is cancelled or over, or the link is not whole.",
  answersByMail: "Answers to this organiser come by mail. Send yours by mail.",
  noCalendar: "An address of type {1} has no calendar. Use one of type agent, human or team.",
  hookDisabled:
    'This webhook is disabled. Enable it first: PATCH /api/v1/webhooks/{1} with {"status": "active"}.',
  hookLong: "url has {1} characters; send at most {2}.",
  hookBlank: "url holds a blank, backslash or control character. Percent-encode it.",
  hookUser: "url must not hold a user name or password. Verify the webhook signature instead.",
  hookPort: "url names port 0. Name a real one or leave it out.",
  hookHost: "url has no valid host name. Send a name such as example.com or an IP address.",
  domainShared:
    "{1} is shared with every account. Create addresses on it without adding it; find it with GET /api/v1/domains.",
  domainOwner:
    "{1} is shared: only its owner may do this. Add a domain of your own with POST /api/v1/domains.",
  domainDefault: "{1} is the default domain. It stays as long as the service does.",
  domainQueued:
    "Mail from {1} still waits to leave (to {2}). Delete the domain when it has left; GET /api/v1/messages/{id}/recipients shows where it is.",
  domainOperators: "{1} belongs to the operator of this service. Use another domain.",
  claimFailed: "The claim to {1} has failed. Publish its ownership record and verify it again first.",
  signupDomain:
    "{1} is for agents that sign themselves up (SIGNUP_DOMAIN). Create the address on another domain.",
  memberHere:
    "{1} is an address of this server, whose mail keys and programs read: no link and no code goes there.",
  reviewerAddress: 'reviewers: "{1}" is not an email address.',
  recipientAddress: 'to: "{1}" is no recipient. Send one such as ada@example.com.',
  nameLong: "The display name in {1} has {2} characters; send at most 300.",
  templateLong:
    "The template has more than {1} characters when it is filled. Name its long fields less often.",
  receivedWhole: "A received mail is let in as it is. Leave the fields of the mail out.",
  starting: "This server is starting. Try again in a moment.",
  domainSignups: "{1} has addresses of sign-ups (such as {2}). It stays.",
  domainAddresses:
    "{1} has {2} {3} (such as {4}). Delete them first; list them with GET /api/v1/identities?domain_id={5}.",
  domainOfSignups:
    "{1} and {2}, the domain of agents that sign themselves up, are of one organisation: those could pass for it. Add another domain.",
  addressOnDomain: "Addresses of accounts that signed themselves up are not made on {1}. {2}",
  hookRuled:
    "Routing rule {1} hands the mail of {2} to this webhook. Delete the rule first: DELETE /api/v1/routing-rules/{3}.",
  hookEnabled: "This webhook was enabled just now. Try again.",
  oneDateRepeats:
    "One date of a series cannot repeat. Change the series, or this date and later ones with mode=future.",
  eventTag: 'The event changed since that etag: it is "{1}" now. Read it again with GET, then decide.',
  organisedHere:
    "This address organises the event, so there is nobody to answer. Change it with PATCH, or cancel it with DELETE.",
  noDrafts:
    "An address of type {1} keeps no drafts. Send with POST /api/v1/messages, without send_at, instead.",
  scheduledBy:
    "Whoever scheduled it may not send from this address any more, so it did not leave. Look at it, and schedule it again.",
  writesFrom:
    '{1} may not write from {2} now: its routing rule is off, leads elsewhere, has no "send_as", or whoever let it has ended. Write from the address itself, or ask whoever makes the rules.',
  labelOther: "This label is another address's. Use a label of the thread's own address.",
  labelOfAll: "Label {1} is not a label of every message's address. Name labels and messages of one address.",
  legalHold:
    "This {1} has been under legal hold since {2}: nothing of it is deleted until the operator lifts that (postroom hold lift). Mail can be moved to the trash.",
  receivedMail: "This is a received mail: approve lets it in, reject deletes it.",
  linkNoDecision: "{1}, so it decides nothing. Sign in to the console to decide.",
  answerOther: "in_reply_to is a message of another address. Answer it from the address that has it.",
  seriesCut: "This series is too dense or too sparse to be cut there. Replace it by two new events.",
  zoneUnknown: '"{1}" is not an IANA time zone. Send a name such as {2} or UTC.',
  dateNeeded: "{1} must be a date such as 2026-01-02, because the event is all-day.",
  dateWithoutTime:
    '{1} is a date. Send a local date-time such as 2026-01-02T09:00:00, or set "all_day" to true.',
  timeUnread: "{1} is not a local date-time, but {2}. Send one such as 2026-01-02T09:00:00.",
  lineBreak:
    "{1} holds a line break or control character (U+{2} at position {3}). Send it on one line without control characters.",
  mailsToHuman: "{1} mails {2} are all that {3}. Use the newest one, or wait for the seconds in Retry-After.",
  noreplyStopped:
    "This server writes to humans from noreply@{1}, and that address may not write to everybody now. Ask the operator to make it active, with send_policy open.",
  searchNothing:
    'Field "q" {1}. Give it words, or a filter: from, to, after, before, is_read, has_attachments or label_id.',
  mostOfAccount: "An account holds at most {1} {2}",
  typeCannotSend: "An address of type {1} cannot send. Name another address.",
  addressStopped: "This address cannot send: it {1}. Set its status to active first.",
  programNotAnswered:
    "This message was written by a program (an automatic reply, a list, a bounce), and an automated address does not answer those. Write a new message without in_reply_to, or set the address's mode to hybrid or human.",
  automatedInARow:
    "Automated addresses have answered each other {1} times in this thread, and nobody else wrote in it. Two programs may be answering each other: let a person answer, or write a new message without in_reply_to.",
  automatedTooFast:
    "An automated address writes at most {1} mails an hour into one thread. Two programs may be answering each other; wait, or start a new thread.",
  someRefused: "Some recipients were refused ({1}). Nothing was sent.",
  busyTooMany: "The window holds too many busy times. Ask for less at once: put after and before nearer.",
  dateGone: "mode=future needs the id of a date that its series has. Leave mode out, or name such a date.",
  keyMintsFast: "This key mints faster than it can be revoked. Try again.",
  podKeyFull:
    'The key "{1}" ({2}) names this pod and reaches {3} addresses already. Choose another pod, or revoke the key.',
  addressBusy: "Too much work is waiting for this address. Try again in a moment.",
  diskFull:
    "The server's disk is full, nothing was stored. Try again later; who runs the server has to make room in DATA_DIR or on the database's disk.",
  cursorOld:
    "This cursor is not one. Give the next_cursor of the page before, or leave it out to start over.",
  searchAlternatives: 'Field "q" has {1} alternatives; with operators at most {2} are looked for.',
  textBusy: "The server is too busy for a text this large. Try again later.",
  answerBusy: "The server is too busy for an answer this large. Try again later.",
  manyBodies: "Too many bodies are on their way just now. Wait for the seconds in Retry-After, then go on.",
  slowBody:
    "The body did not come within {1} seconds. Send it faster, or less of it; the operator may raise HTTP_BODY_SECONDS.",
  inNoFolder: "This message is in no folder: it is kept only until it is delivered, and cannot be changed.",
  notMovable: "A message cannot be moved to {1}. Make a draft with POST /api/v1/drafts instead.",
  otherFrom: "from must be {1}@{2}, the address of this draft. Make a draft of the other address instead.",
  notApplied: "{1} Nothing was changed. GET /messages/{id}/invitation says what the message asks for.",
  bytesAway: "The bytes of this mail are not here just now. Try again in a moment.",
  largeAway: "Large mails cannot be stored or read just now. Try again in a moment.",
  databaseAway: "The database does not answer just now. Try again in a moment.",
};
