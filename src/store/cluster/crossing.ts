// Statements on distributed tables that name no account, and how each kind behaves on a cluster of Citus. Every other statement on such
// a table has account_id equal to a parameter, or to a column of a list of accounts; a test looks at each that the program runs.
// What Citus runs over shards: https://docs.citusdata.com/en/stable/develop/reference_workarounds.html

export interface Crossing {
  what: string;
  /** `file#function` */
  where: readonly string[];
  /** asks all: Citus asks every shard and merges, the answer is right. refused: Citus runs it on a single shard only. */
  onCitus: "asks all" | "refused";
  plan: string;
  /** Its statements, as they read with single blanks. */
  statements: readonly RegExp[];
}

const accounts = "src/store/accounts";
const mail = "src/store/mail";
const maintenance = "src/store/maintenance";
const queues = "src/store/queues";

export const crossings: readonly Crossing[] = [
  {
    what: "whose address, domain, key, login or message it is, before the account is known",
    where: [
      `${accounts}/api-keys.ts#findKeyOwners`,
      `${accounts}/app-passwords.ts#passwordsOf`,
      `${accounts}/destinations.ts#findRecipients`,
      `${accounts}/destinations.ts#findPostmaster`,
      `${accounts}/destinations.ts#findSender`,
      `${accounts}/domains.ts#hostedDomains`,
      `${accounts}/domains.ts#signingKeys`,
      `${mail}/url-keys.ts#ownerOf`,
      "src/store/sending/unsubscribes.ts#findUnsubscribeLink",
      "src/store/sending/ramps.ts#verifiedSince",
      "src/store/calendar/calendar-feeds.ts#findCalendarFeed",
      "src/store/reviews/consents.ts#findQuestion",
    ],
    onCitus: "asks all",
    plan: "ask the reference table alone, then the account's shard: two short questions in place of one to every shard; a return path and a feed's address would carry the account",
    statements: [
      /from unnest\(\$1::text\[\]\) as h\(hash\) join api_key_tokens/,
      /o\.domain is not null as known/,
      /^select (p\.\*|i\.\*|i\.account_id, i\.id) from addresses a join identities/,
      /from domain_names n join (domains d|accounts a)/,
      /from "domain_names" inner join "accounts"/,
      /left join domain_names n on n\.domain = \$2::text/,
      /"api_key_tokens" inner join "oauth_grants"/,
      /from outbound where message_id = \$1::uuid limit 1$/,
      /from calendar_feeds where secret_hash = \$1::bytea$/,
      /from reviewer_consents where token_hash = \$1::bytea/,
      /from unsubscribes u join identities i .* where u\.id = \$1::uuid and i\.deleted_at is null$/,
      /from domains d join addresses a on a\.domain = d\.domain/,
    ],
  },
  {
    what: "the operator's account, domains that all accounts use, claims of a domain's name, accounts of a person, the list of accounts",
    where: [
      `${accounts}/accounts.ts#findOperatorAccount`,
      `${accounts}/domains.ts#listDomains`,
      `${accounts}/domains.ts#findUsableDomain`,
      `${accounts}/domains.ts#signupDomainNames`,
      `${accounts}/domain-claims.ts#otherClaims`,
      `${accounts}/domain-claims.ts#failClaims`,
      `${accounts}/people/members.ts#accountsOfPerson`,
      `${accounts}/people/members.ts#accountOfLink`,
      `${maintenance}/removal.ts#listAccounts`,
      "actors/runtime/actor.ts#loadAccounts",
    ],
    onCitus: "asks all",
    plan: "none: rare, or kept in memory",
    statements: [
      /from "accounts" where "accounts"\."(plan|owner_email)" = /,
      /from "domains" where .*"(is_default|for_signups)"/,
      /from "members" where "members"\."email" = /,
      / or is_default or for_signups$/,
      /from domains d where d\.domain = \$1::text and d\.account_id <> /,
      /^with lost as \( update domains d set status = 'failed'/,
      /as "accountId", a\.plan, (x\.role|a\.owner_email)/,
    ],
  },
  {
    what: "the end of an account: its names in shared domains, and what was mailed to its people",
    where: [`${maintenance}/removal.ts#endAccount`],
    onCitus: "refused",
    plan: "ask first which domains are shared and who owns the account, then delete by value",
    statements: [
      /^delete from addresses a where account_id = \$1::uuid returning domain/,
      /^delete from human_mails h using accounts a /,
    ],
  },
  {
    what: "actors of a batch: their rows are locked in one statement",
    where: ["lockAccounts", "lockIdentities", "verifyIdentities"].map(
      (name) => `actors/runtime/actor.ts#${name}`,
    ),
    onCitus: "refused",
    plan: "a batch takes turns of one shard (the hash of the account): one lock, one write, one commit on one node",
    statements: [
      /order by account_id for no key update$/,
      /order by i\.id for no key update of i( \) found)?$/,
    ],
  },
  {
    what: "the last uses of keys and app passwords, of all accounts at once",
    where: [`${accounts}/api-keys.ts#noteKeyUses`, `${accounts}/app-passwords.ts#noteAppPasswordUses`],
    onCitus: "refused",
    plan: "a statement for each account: they are written every ten seconds, and need no common transaction",
    statements: [/order by [kp]\.id for no key update of [kp]\) update (api_keys|app_passwords)/],
  },
  {
    what: "claims of due work, of whatever account",
    where: [
      `${queues}/outbound.ts#claimOutbound`,
      `${queues}/outbound.ts#freeClaims`,
      `${queues}/delivery-claims.ts#claimDeliveries`,
      `${queues}/delivery-claims.ts#giveBackDeliveries`,
      `${queues}/domain-reports.ts#claimReportMail`,
      `${mail}/drafts.ts#claimDrafts`,
      `${mail}/partly-read.ts#claimPartlyRead`,
      `${mail}/search.ts#indexQueued`,
      `${mail}/search.ts#dropFirstQueued`,
      `${maintenance}/kept-fields.ts#keepFields`,
      "src/store/reviews/reviews.ts#claimNotices",
      "src/store/reviews/consents.ts#claimQuestions",
      "src/store/calendar/notices.ts#claimCalendars",
    ],
    onCitus: "refused",
    plan: "each node is asked for itself, in a session of its own: its shards are tables there, and a claim is a claim of one of them",
    statements: [
      /^with fresh as \( select account_id, id, lane/,
      /^update outbound set claimed_by = null,/,
      /^with recursive hooks as /,
      /^update deliveries set status = 'retrying' where ctid/,
      /^update report_mails set attempts/,
      /^with busy as \( select account_id, identity_id, min\(send_at\)/,
      /^update partly_read set attempts/,
      /^(with dropped as \( )?delete from search_queue where ctid/,
      /^select account_id, message_id, coalesce\(head, raw\) as packed/,
      /^update reviews r set notify_at/,
      /^update reviewer_consents c set ask_at/,
      /^update calendars c set next_notice_at/,
    ],
  },
  {
    what: "what is due, or due next: expiry, reports, unfinished labels, deleted addresses and accounts, vital signs",
    where: [
      `${accounts}/identities.ts#listExpired`,
      `${mail}/labels.ts#unfinishedLabels`,
      `${mail}/drafts.ts#nextDue`,
      "src/store/calendar/notices.ts#nextNotice",
      `${mail}/spool.ts#listSpooled`,
      `${maintenance}/sweep.ts#deletedIdentities`,
      `${maintenance}/removal.ts#deletedAccount`,
      `${maintenance}/retention.ts#dueFolders`,
      `${queues}/outbound.ts#dueReports`,
      `${queues}/outbound.ts#claimants`,
      "src/store/reviews/reviews.ts#expiredReviews",
      "src/store/reviews/reviews.ts#dueApprovals",
      "src/store/reviews/reviews.ts#nextReviewDue",
      "src/store/reviews/consents.ts#nextQuestionDue",
    ],
    onCitus: "asks all",
    plan: "none: an index of each shard answers, and what follows is a turn of one account",
    statements: [
      /from "identities" where \("identities"\."status" = 'active'/,
      /from "labels" where "labels"\."retired_keyword" is not null/,
      /^select send_due from messages where send_due is not null/,
      /^select next_notice_at as at from calendars/,
      /^select distinct claimed_by from outbound/,
      /from messages where state = 'spooled'/,
      /from identities where deleted_at is not null/,
      /from accounts where deleted_at is not null/,
      /^select f\.account_id, f\.id from folders f where f\.account_id in \(select account_id from retention_rules/,
      /^select o\.\* from \( select account_id, message_id, updated_at from outbound where report in/,
      /from reviews where status = 'pending' and expires_at/,
      /from reviews where status = 'pending' and approve_at/,
      /^select least\( \(select min\(expires_at\) from reviews/,
      /^select min\(ask_at\) as due from reviewer_consents/,
    ],
  },
  {
    what: "the removal of an address or an account: a step names its account in a subquery and its rows by ctid",
    where: [`${maintenance}/sweep.ts#purgeIdentity`, `${maintenance}/removal.ts#removeRows`],
    onCitus: "refused",
    plan: "name the account outside the subquery too, once the plan of that was measured: it must go by ctid still",
    statements: [/^delete from \w+ where ctid = any\(array\( select ctid from \w+ where account_id = \$1/],
  },
  {
    what: "sweeps of what is over, some accounts a step",
    where: [
      `${maintenance}/sweep.ts#sweepIdempotency`,
      `${maintenance}/sweep.ts#sweepEvents`,
      `${maintenance}/sweep.ts#sweepChanges`,
      `${maintenance}/sweep.ts#sweepCalendars`,
      `${maintenance}/sweep-signup.ts#sweepSignups`,
      `${maintenance}/sweep-signup.ts#sweepSignIns`,
      `${maintenance}/sweep-oauth.ts#sweepOauth`,
      `${mail}/expunged.ts#sweepExpunged`,
    ],
    onCitus: "refused",
    plan: "each node is asked for itself, as with claims: a ctid names a row of one table",
    statements: [
      /^(with gone as \( )?delete from \w+ where ctid = any\(array\( select (ctid|o\.ctid) from/,
      /^delete from daily_recipients r using/,
      /^delete from api_keys k using/,
      /^select account_id from accounts where account_id > /,
      /^select account_id \|\| ' ' \|\| id/,
    ],
  },
  {
    what: "blobs, which accounts share by their digest",
    where: [
      `${maintenance}/sweep.ts#referencedBlobs`,
      `${maintenance}/removal.ts#removeBlobs`,
      "src/store/blobs/owner.ts#holdsStrangers",
    ],
    onCitus: "asks all",
    plan: "none: a slow sweep, and the first start on a place",
    statements: [
      /^delete from blobs where key = any/,
      /^select key from blobs where key = any/,
      /^select count\(distinct key\)::int from blobs where key = any/,
    ],
  },
  {
    what: "the removal of an account, where it had to do with others",
    where: [`${maintenance}/removal.ts#endAccount`, `${maintenance}/removal.ts#serviceMailsTo`],
    onCitus: "asks all",
    plan: "none: rare",
    statements: [
      /^delete from agent_signups where new_account_id = /,
      /^select m\.account_id as "accountId", m\.identity_id as "identityId", m\.id from messages m where m\.withheld/,
    ],
  },
  {
    what: "`postroom check`, doctor, metrics, backups and restores read everything",
    where: [
      `${maintenance}/check.ts#check`,
      `${queues}/depths.ts#queueDepths`,
      `${queues}/depths.ts#heldRecipients`,
      `${queues}/depths.ts#unreachedDomains`,
      "src/store/backup/backup.ts#makeBackup",
      "src/store/backup/move-on.ts#moveOn",
      "src/store/backup/restore.ts#restoreBackup",
    ],
    onCitus: "refused",
    plan: "each node for itself; pg_dump of every node at one moment takes the backup's place",
    statements: [
      /^select greatest\(\(select xid from events/,
      /^select distinct key from blobs/,
      /^select exists \(select from "\w+"\)$/,
      /^update (folders set uid_next = uid_next|identities set modseq = modseq) \+ \$1::int8$/,
      /^delete from changes$/,
      /^insert into changes .* from identities$/,
      /^select count\(\*\) from outbound where next_attempt_at is not null$/,
      /^select q\.queue, q\.entries/,
      /^select held_by as "heldBy"/,
      /^select distinct split_part\(recipient/,
      /^select \* from \(select format\(/,
      /^select m\.account_id, m\.id, m\.size, m\.raw_sha256, b\.raw/,
    ],
  },
];
