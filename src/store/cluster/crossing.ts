// Statements on tables of accounts that name no account, and where each runs on a cluster. Every other one on such a table has
// account_id equal to a parameter, or to a column of a list of accounts; a test looks at each that the program runs.
import {
  type Crossing,
  eachPart,
  eachPartThere,
  firstRows,
  inCode,
  namedAndSharers,
  oneRow,
  owners,
  unspread,
} from "./part-choices.ts";

/** Texts that are remembered: searches make many. */
const maxLooked = 5000;
const looked = new Map<string, Crossing | null>();

/** Null: the statement names its accounts. */
export function crossingOf(text: string): Crossing | null {
  let found = looked.get(text);
  if (found === undefined) {
    const single = text.replace(/\s+/g, " ").trim();
    found = crossings.find(({ statements }) => statements.some((pattern) => pattern.test(single))) ?? null;
    if (looked.size >= maxLooked) looked.clear();
    looked.set(text, found);
  }
  return found;
}

export const crossings: readonly Crossing[] = [
  {
    what: "whose key it is, before the account is known",
    where: ["src/store/access/api-keys.ts#findKeyOwners"],
    parts: owners(
      "select distinct t.account_id from unnest($1::text[]) as h(hash) join api_key_tokens t on t.token_hash = decode(h.hash, 'hex')",
      1,
    ),
    statements: [/from unnest\(\$1::text\[\]\) as h\(hash\) join api_key_tokens/],
  },
  {
    what: "whose address it is, before the account is known",
    where: ["src/store/access/app-passwords.ts#passwordsOf"],
    parts: owners("select account_id from addresses where domain = $1::text and local_part = $2::text", 1, 2),
    statements: [/^select p\.\* from addresses a join identities/],
  },
  {
    what: "whose domain it is, before the account is known",
    where: ["src/store/domains/domains.ts#hostedDomains"],
    parts: owners("select distinct account_id from domain_names where domain = any($1::text[])", 1),
    statements: [/^select n\.domain, d\.unproven_mail .* where n\.domain = any\(\$1::text\[\]\)$/],
  },
  {
    what: "whose domain it is, and what its account's part says of it",
    where: [
      "src/store/domains/domains.ts#signingKeys",
      "src/store/sending/ramps.ts#verifiedSince",
      "src/store/domains/domain-claims.ts#isOperatorsName",
    ],
    parts: owners("select account_id from domain_names where domain = $1::text", 1),
    statements: [
      /from domain_names n join domains d on d\.account_id = n\.account_id and d\.id = n\.domain_id where n\.domain = \$1/,
      /from domain_names n join accounts a /,
      /from "domain_names" inner join "accounts"/,
    ],
  },
  {
    what: "whose recipient it is, before the account is known",
    where: ["src/store/addresses/destinations.ts#findRecipients"],
    parts: inCode,
    statements: [/o\.domain is not null as known/],
  },
  {
    what: "a domain's name: whether the account has it, in its part, and whose it is, in another one",
    where: ["src/store/domains/domain-claims.ts#claimState"],
    parts: eachPart,
    merge: oneRow,
    statements: [/left join domain_names n on n\.domain = \$2::text/],
  },
  {
    what: "whose login, link or message it is: asked of one part after the other, until one has it",
    where: [
      "src/store/addresses/destinations.ts#findSender",
      "src/store/sending/unsubscribes.ts#findUnsubscribeLink",
      "src/store/calendar/calendar-feeds.ts#findCalendarFeed",
      "src/store/reviews/consents.ts#findQuestion",
    ],
    parts: eachPart,
    isOneOf: true,
    statements: [
      /"api_key_tokens" inner join "oauth_grants"/,
      /from outbound where message_id = \$1::uuid limit 1$/,
      /from calendar_feeds where secret_hash = \$1::bytea$/,
      /from reviewer_consents where token_hash = \$1::bytea/,
      /from unsubscribes u join identities i .* where u\.id = \$1::uuid and i\.deleted_at is null$/,
    ],
  },
  {
    what: "whether events of any account wait to be seen",
    where: ["src/store/events/events.ts#anyHiddenEvents"],
    parts: eachPart,
    isOneOf: true,
    statements: [/^select 1 from events where xid >= \(select event_horizon\(\)\) limit 1$/],
  },
  {
    what: "domains that an account may use: its own, and those that all accounts use",
    where: [
      "src/store/domains/domains.ts#findUsableDomain",
      "src/store/domains/domains.ts#findUsableDomainId",
      "src/store/domains/domains.ts#domainNamed",
    ],
    parts: namedAndSharers,
    statements: [/from "domains" where .*"(is_default|for_signups)"/],
  },
  {
    what: "the operator's account, claims of a domain's name, accounts of a person, the list of accounts",
    where: [
      "src/store/accounts/accounts.ts#findOperatorAccount",
      "src/store/domains/domains.ts#listDomains",
      "src/store/domains/domains.ts#domainClaims",
      "src/store/domains/domains.ts#claimedNames",
      "src/store/domains/domain-claims.ts#otherClaims",
      "src/store/domains/domain-claims.ts#failClaims",
      "src/store/access/members.ts#accountsOfPerson",
      "src/store/access/members.ts#accountOfLink",
      "src/store/maintenance/removal.ts#listAccounts",
      "src/store/access/agent-signup.ts#signupsOnDefault",
    ],
    parts: eachPart,
    statements: [
      /from "accounts" where "accounts"\."(plan|owner_email)" = /,
      /from "domains" where "domains"\."domain" = \$1$/,
      /^select distinct (?:"domains"\.)?"domain" from "domains"$/,
      /from "members" where "members"\."email" = /,
      /from domains d where d\.domain = \$1::text and d\.account_id <> /,
      /^with lost as \( update domains d set status = 'failed'/,
      /from accounts a join identities i on i\.account_id = a\.account_id join domain_names n on n\.shared_as = 'default'/,
      /as "accountId", a\.plan, (x\.role|a\.owner_email)/,
    ],
  },
  {
    what: "claims of due work with figures of what is left, a part at a time",
    where: [
      "src/store/sending/outbound.ts#claimOutbound",
      "src/store/events/delivery-claims.ts#claimDeliveries",
    ],
    parts: inCode,
    statements: [/^with fresh as \( select account_id, id, lane/, /^with recursive hooks as .* claimed as /],
  },
  {
    what: "claims of due work, of whatever account: from one part at a time, beginning with another one each time",
    where: [
      "src/store/domains/domain-reports.ts#claimReportMail",
      "src/store/drafts.ts#claimDrafts",
      "src/store/message/partly-read.ts#claimPartlyRead",
      "src/store/mailbox/search.ts#indexQueued",
      "src/store/mailbox/search.ts#dropFirstQueued",
      "src/store/maintenance/kept-fields.ts#keepFields",
      "src/store/reviews/reviews.ts#claimNotices",
      "src/store/reviews/consents.ts#claimQuestions",
      "src/store/calendar/notices.ts#claimCalendars",
    ],
    parts: eachPart,
    isOneOf: true,
    statements: [
      /^update report_mails set attempts/,
      /^with busy as .* update messages m set state = 'sending'/,
      /^update partly_read set attempts/,
      /^update search_files set attempts/,
      /^(with dropped as \( )?delete from search_queue where ctid/,
      /^select account_id, message_id, coalesce\(head, raw\) as packed/,
      /^update reviews r set notify_at/,
      /^update reviewer_consents c set ask_at/,
      /^update calendars c set next_notice_at/,
    ],
  },
  {
    what: "claims of processes that are gone",
    where: [
      "src/store/sending/outbound.ts#freeClaims",
      "src/store/sending/outbound.ts#claimants",
      "src/store/events/delivery-claims.ts#giveBackDeliveries",
    ],
    ...eachPartThere,
    statements: [
      /^update outbound set claimed_by = null,/,
      /^select distinct claimed_by from outbound/,
      /^update deliveries set status = 'retrying' where ctid/,
    ],
  },
  {
    what: "what is due: expiry, snoozes, reports, folders with rules, unfinished labels, deleted addresses and accounts, vital signs",
    where: [
      "src/store/addresses/identities.ts#listExpired",
      "src/store/access/issuer-subjects.ts#lapsedMembers",
      "src/store/mailbox/labels.ts#unfinishedLabels",
      "src/store/mailbox/retention.ts#dueFolders",
      "src/store/mailbox/snoozes.ts#dueSnoozes",
      "src/store/mailbox/bulk-works.ts#dueBulkWorks",
      "src/store/message/spool.ts#listSpooled",
      "src/store/maintenance/sweep.ts#deletedIdentities",
      "src/store/maintenance/removal.ts#deletedAccount",
      "src/store/sending/outbound.ts#dueReports",
      "src/store/reviews/reviews.ts#expiredReviews",
      "src/store/reviews/reviews.ts#dueDecisions",
    ],
    ...eachPartThere,
    statements: [
      /from "identities" where \("identities"\."status" = 'active'/,
      /from "members" where "members"\."granted_until" <= /,
      /from "labels" where "labels"\."retired_keyword" is not null/,
      /from threads t where t\.snoozed_until <= \$1/,
      /^select f\.account_id, f\.id from folders f where f\.account_id in \(select account_id from retention_rules/,
      /from "bulk_works" where "bulk_works"\."due_at" <= /,
      /from messages where state = 'spooled'/,
      /from identities where deleted_at is not null/,
      /from accounts where deleted_at is not null/,
      /^select o\.\* from \( select account_id, message_id, updated_at from outbound where report in/,
      /^select account_id as "accountId", identity_id as "identityId", id, (?:expires_at|approve_at) as due from reviews/,
    ],
  },
  {
    what: "what is due next: the earliest of all parts",
    where: [
      "src/store/drafts.ts#nextDue",
      "src/store/mailbox/snoozes.ts#nextSnooze",
      "src/store/mailbox/bulk-works.ts#nextBulkWork",
      "src/store/calendar/notices.ts#nextNotice",
      "src/store/events/delivery-claims.ts#nextDelivery",
      "src/store/reviews/reviews.ts#nextReviewDue",
      "src/store/reviews/consents.ts#nextQuestionDue",
    ],
    ...eachPartThere,
    merge: firstRows(1),
    statements: [
      /^select t\.snoozed_until from threads t where t\.snoozed_until is not null/,
      /^select (?:"bulk_works"\.)?"due_at" from "bulk_works" order by/,
      /^with busy as .* select d\.send_due from messages d where/,
      /^select next_notice_at as at from calendars/,
      /^with recursive hooks as .* as next from hooks$/,
      /^select least\( \(select min\(expires_at\) from reviews/,
      /^select min\(ask_at\) as due from reviewer_consents/,
      /^select min\((?:"identities"\.)?"expires_at"\) from "identities"/,
    ],
  },
  {
    what: "the accounts or addresses of a step of a sweep: the next ones of all parts",
    where: [
      "src/store/maintenance/sweep.ts#sweepEvents",
      "src/store/maintenance/sweep.ts#sweepChanges",
      "src/store/maintenance/sweep-signup.ts#accountsOfStep",
    ],
    ...eachPartThere,
    merge: firstRows(50),
    statements: [
      /^select account_id from accounts where account_id > .* limit 50$/,
      /^select account_id \|\| ' ' \|\| id from \(select account_id, id from identities/,
    ],
  },
  {
    what: "the signups of a step of a sweep: the next ones of all parts",
    where: ["src/store/maintenance/sweep-signup.ts#sweepSignups"],
    ...eachPartThere,
    merge: firstRows(200),
    statements: [/^select account_id \|\| ' ' \|\| id, created_at </],
  },
  {
    what: "sweeps of what is over: a step in every part",
    where: [
      "src/store/maintenance/sweep.ts#sweepIdempotency",
      "src/store/maintenance/sweep.ts#sweepEvents",
      "src/store/maintenance/sweep.ts#sweepChanges",
      "src/store/maintenance/sweep.ts#sweepCalendars",
      "src/store/maintenance/sweep-signup.ts#sweepSignIns",
      "src/store/maintenance/sweep-oauth.ts#sweepOauth",
      "src/store/mailbox/expunged.ts#sweepExpunged",
    ],
    ...eachPartThere,
    statements: [
      /^(with gone as \( )?delete from (?!search_queue)\w+ where ctid = any\(array\( select (ctid|o\.ctid) from (?!\w+ where account_id = \$1)/,
      /^delete from daily_recipients r using/,
      /^delete from api_keys k using/,
      /^insert into revoked_keys .* from \( ?select g\.account_id/,
    ],
  },
  {
    what: "blobs, which accounts share by their digest",
    where: [
      "src/store/maintenance/sweep.ts#referencedBlobs",
      "src/store/maintenance/removal.ts#removeBlobs",
      "src/store/blobs/owner.ts#holdsStrangers",
    ],
    parts: eachPart,
    statements: [
      /^delete from blobs where key = any/,
      /^select (?:distinct )?key from blobs where key = any/,
    ],
  },
  {
    what: "the removal of an account, where it had to do with others",
    where: ["src/store/maintenance/removal.ts#endAccount", "src/store/maintenance/removal.ts#serviceMailsTo"],
    parts: eachPart,
    statements: [
      /^delete from agent_signups where new_account_id = /,
      /^select m\.account_id as "accountId", m\.identity_id as "identityId", m\.id from messages m where m\.withheld/,
    ],
  },
  {
    what: "the operator's queue over all accounts, and what metrics and doctor count",
    where: [
      "src/store/sending/send-queue.ts#listQueue",
      "src/store/sending/send-queue.ts#queueByDestination",
      "src/store/maintenance/check.ts#check",
      "src/store/maintenance/check-bytes.ts#inSteps",
      "src/store/blobs/lost.ts#storedBlobs",
      "src/store/blobs/lost.ts#knownLost",
      "src/store/maintenance/depths.ts#queueDepths",
      "src/store/maintenance/depths.ts#heldRecipients",
      "src/store/maintenance/depths.ts#unreachedDomains",
      "src/store/maintenance/depths.ts#refusedEverywhere",
      "src/store/maintenance/depths.ts#failingWebhooks",
    ],
    parts: eachPart,
    statements: [
      /^with looked as materialized \(select \* from outbound/,
      /^select lane as destination, state, count/,
      /^select distinct key from blobs (?:b )?where (?!key = any)/,
      /^select count\(\*\) from outbound where next_attempt_at is not null$/,
      /^select (?:q\.queue, q\.entries|held_by as "heldBy")/,
      /^select w\.id, w\.account_id as "accountId", w\.url, w\.status = .failing./,
      /^(?:select distinct on \(1\) split_part\(recipient|with tried as \()/,
      /^select \* from \(select format\(/,
      /^select m\.account_id, m\.id, m\.size, m\.raw_sha256, b\.raw/,
      /^select a\.account_id, a\.id, a\.message_id, a\.blob/,
      /^select account_id as "accountId", key, lost_at is not null/,
    ],
  },
  {
    what: "whether a node has still to commit what is over on the coordinator",
    where: ["src/store/cluster/spread.ts#commitsEnded"],
    parts: inCode,
    statements: [/^select 1 from accounts where exists \(select from pg_prepared_xact\(\)/],
  },
  {
    what: "a cluster that is made: rows that are there move into their parts",
    where: ["src/store/cluster/prepare.ts#prepareCluster"],
    parts: unspread,
    statements: [/^insert into part_\d+\.\w+ select \* from public\.\w+ where/],
  },
  {
    what: "backups: a part at a time",
    where: ["src/store/cluster/moment.ts#openMoment", "src/store/backup/dump.ts#dumpTables"],
    parts: inCode,
    statements: [
      /^select 1 from accounts limit 1$/,
      /^select greatest\(\(select xid from events/,
      /^select count\(\*\)::int, coalesce\(sum\(h\), 0\)::text\s+from \(select (hash_record_extended\(row\(|0 )/,
      /^select (0, p\.\* from \(select )?count\(\*\)::int, coalesce\(sum\((hash_record_extended\(row\(|0\), 0)/,
      /^select coalesce\(\(select min\(e\.at\) from jsonb_array_elements\(\$1::jsonb\) with ordinality e\(key, at\)/,
    ],
  },
  {
    what: "accounts of each part, and their sizes",
    where: ["src/store/cluster/nodes.ts#clusterStatus"],
    parts: inCode,
    statements: [
      /^select count\(\*\)::int from accounts$/,
      /^select account_id as "accountId", count\(\*\)::int as addresses/,
    ],
  },
  {
    what: "restores: into one PostgreSQL, which is spread afterwards",
    where: ["src/store/backup/move-on.ts#moveOn", "src/store/backup/restore.ts#restoreBackup"],
    parts: unspread,
    statements: [
      /^select exists \(select from "\w+"\)$/,
      /^update (folders set uid_next = uid_next|identities set modseq = modseq) \+ \$1::int8$/,
      /^delete from changes$/,
      /^insert into changes .* from identities$/,
    ],
  },
];

/** Statements that lock or write rows of the accounts that a list or a subquery names: in every part that has one. */
export const ofSeveralAccounts: readonly RegExp[] = [
  /^delete from \w+ where ctid = any\(array\( select ctid from \w+ where account_id = \$1/,
  /order by account_id for no key update$/,
  /order by i\.id for no key update of i( \) found)?$/,
  /order by [kp]\.id for no key update of [kp]\) update (api_keys|app_passwords)/,
];
