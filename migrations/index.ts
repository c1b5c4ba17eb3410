// The migrations, embedded in the executable as text. They run in the order of their names; one that has been released
// is never changed: add the next one.
import foundation from "./0001_foundation.sql" with { type: "text" };
import accountResources from "./0002_account_resources.sql" with { type: "text" };
import mailboxResources from "./0003_mailbox_resources.sql" with { type: "text" };
import imap from "./0004_imap.sql" with { type: "text" };
import sending from "./0005_sending.sql" with { type: "text" };
import calendar from "./0006_calendar.sql" with { type: "text" };
import agentSignup from "./0007_agent_signup.sql" with { type: "text" };
import mailSearch from "./0008_mail_search.sql" with { type: "text" };
import certificates from "./0009_certificates.sql" with { type: "text" };
import sendingLanes from "./0010_sending_lanes.sql" with { type: "text" };
import screening from "./0011_screening.sql" with { type: "text" };
import calendarSeries from "./0012_calendar_series.sql" with { type: "text" };
import keyworded from "./0013_keyworded.sql" with { type: "text" };
import deliveryClaims from "./0014_delivery_claims.sql" with { type: "text" };
import deliveryStatus from "./0015_delivery_status.sql" with { type: "text" };
import expunged from "./0016_expunged.sql" with { type: "text" };
import mintedBy from "./0017_minted_by.sql" with { type: "text" };
import unprovenMail from "./0018_unproven_mail.sql" with { type: "text" };
import partlyRead from "./0019_partly_read.sql" with { type: "text" };
import eventLists from "./0020_event_lists.sql" with { type: "text" };
import messageLists from "./0021_message_lists.sql" with { type: "text" };
import searchTexts from "./0022_search_texts.sql" with { type: "text" };
import calendarFeeds from "./0023_calendar_feeds.sql" with { type: "text" };
import eventOrder from "./0024_event_order.sql" with { type: "text" };
import podKeys from "./0025_pod_keys.sql" with { type: "text" };
import reviews from "./0026_reviews.sql" with { type: "text" };
import calendarObjects from "./0027_calendar_objects.sql" with { type: "text" };
import reviewLists from "./0028_review_lists.sql" with { type: "text" };
import members from "./0029_members.sql" with { type: "text" };
import imports from "./0030_imports.sql" with { type: "text" };
import listedFields from "./0031_listed_fields.sql" with { type: "text" };
import oauth from "./0032_oauth.sql" with { type: "text" };
import retention from "./0033_retention.sql" with { type: "text" };
import notes from "./0034_notes.sql" with { type: "text" };
import domainReports from "./0035_domain_reports.sql" with { type: "text" };
import threadLists from "./0036_thread_lists.sql" with { type: "text" };
import processes from "./0037_processes.sql" with { type: "text" };
import sessions from "./0038_sessions.sql" with { type: "text" };
import unsubscribes from "./0039_unsubscribes.sql" with { type: "text" };
import identityMetadata from "./0040_identity_metadata.sql" with { type: "text" };
import metadataIndex from "./0041_metadata_index.sql" with { type: "text" };
import sendingPace from "./0042_sending_pace.sql" with { type: "text" };
import outboundHeld from "./0043_outbound_held.sql" with { type: "text" };
import passkeys from "./0044_passkeys.sql" with { type: "text" };
import fieldsLeftOut from "./0045_fields_left_out.sql" with { type: "text" };
import unkeptFields from "./0046_unkept_fields.sql" with { type: "text" };
import scheduleStatus from "./0047_schedule_status.sql" with { type: "text" };
import calendarNotices from "./0048_calendar_notices.sql" with { type: "text" };
import rateLimits from "./0049_rate_limits.sql" with { type: "text" };
import forwarding from "./0050_forwarding.sql" with { type: "text" };
import outboundClaimed from "./0051_outbound_claimed.sql" with { type: "text" };
import policyReports from "./0052_policy_reports.sql" with { type: "text" };
import textLeftOut from "./0053_text_left_out.sql" with { type: "text" };
import threadRoots from "./0054_thread_roots.sql" with { type: "text" };
import threadRootsIndex from "./0055_thread_roots_index.sql" with { type: "text" };
import processSettings from "./0056_process_settings.sql" with { type: "text" };
import signupDomain from "./0057_signup_domain.sql" with { type: "text" };
import makers from "./0059_makers.sql" with { type: "text" };
import reviewApprovals from "./0066_review_approvals.sql" with { type: "text" };
import reviewApprovalsIndex from "./0067_review_approvals_index.sql" with { type: "text" };
import suppressionCauses from "./0068_suppression_causes.sql" with { type: "text" };
import grantedBy from "./0069_granted_by.sql" with { type: "text" };
import next from "./0070_next.sql" with { type: "text" };
import clientIds from "./0071_client_ids.sql" with { type: "text" };
import clientIdsIndex from "./0072_client_ids_index.sql" with { type: "text" };
import mailDigests from "./0073_mail_digests.sql" with { type: "text" };
import outboundQueue from "./0078_outbound_queue.sql" with { type: "text" };
import lostBlobs from "./0079_lost_blobs.sql" with { type: "text" };
import searchSegments from "./0080_search_segments.sql" with { type: "text" };
import endedProtection from "./0086_ended_protection.sql" with { type: "text" };
import sendAs from "./0090_send_as.sql" with { type: "text" };
import searchFiles from "./0093_search_files.sql" with { type: "text" };
import messagesWithFiles from "./0094_messages_with_files.sql" with { type: "text" };
import snoozes from "./0095_snoozes.sql" with { type: "text" };
import snoozesIndex from "./0096_snoozes_index.sql" with { type: "text" };
import fewMessages from "./0100_few_messages.sql" with { type: "text" };
import issuerSubjects from "./0106_issuer_subjects.sql" with { type: "text" };
import templates from "./0107_templates.sql" with { type: "text" };
import languages from "./0108_languages.sql" with { type: "text" };
import bulkWorks from "./0109_bulk_works.sql" with { type: "text" };
import searchWords from "./0110_search_words.sql" with { type: "text" };
import sharedNames from "./0111_shared_names.sql" with { type: "text" };
import accountAudit from "./0112_account_audit.sql" with { type: "text" };
import toldReminders from "./0113_told_reminders.sql" with { type: "text" };
import savedSearches from "./0114_saved_searches.sql" with { type: "text" };
import importedMessages from "./0115_imported_messages.sql" with { type: "text" };
import namedFolders from "./0116_named_folders.sql" with { type: "text" };
import eventHorizon from "./0117_event_horizon.sql" with { type: "text" };

export const migrations = [
  { name: "0001_foundation", sql: foundation },
  { name: "0002_account_resources", sql: accountResources },
  { name: "0003_mailbox_resources", sql: mailboxResources },
  { name: "0004_imap", sql: imap },
  { name: "0005_sending", sql: sending },
  { name: "0006_calendar", sql: calendar },
  { name: "0007_agent_signup", sql: agentSignup },
  { name: "0008_mail_search", sql: mailSearch },
  { name: "0009_certificates", sql: certificates },
  { name: "0010_sending_lanes", sql: sendingLanes },
  { name: "0011_screening", sql: screening },
  { name: "0012_calendar_series", sql: calendarSeries },
  { name: "0013_keyworded", sql: keyworded },
  { name: "0014_delivery_claims", sql: deliveryClaims },
  { name: "0015_delivery_status", sql: deliveryStatus },
  { name: "0016_expunged", sql: expunged },
  { name: "0017_minted_by", sql: mintedBy },
  { name: "0018_unproven_mail", sql: unprovenMail },
  { name: "0019_partly_read", sql: partlyRead },
  { name: "0020_event_lists", sql: eventLists },
  { name: "0021_message_lists", sql: messageLists },
  { name: "0022_search_texts", sql: searchTexts },
  { name: "0023_calendar_feeds", sql: calendarFeeds },
  { name: "0024_event_order", sql: eventOrder },
  { name: "0025_pod_keys", sql: podKeys },
  { name: "0026_reviews", sql: reviews },
  { name: "0027_calendar_objects", sql: calendarObjects },
  { name: "0028_review_lists", sql: reviewLists },
  { name: "0029_members", sql: members },
  { name: "0030_imports", sql: imports },
  { name: "0031_listed_fields", sql: listedFields },
  { name: "0032_oauth", sql: oauth },
  { name: "0033_retention", sql: retention },
  { name: "0034_notes", sql: notes },
  { name: "0035_domain_reports", sql: domainReports },
  { name: "0036_thread_lists", sql: threadLists },
  { name: "0037_processes", sql: processes },
  { name: "0038_sessions", sql: sessions },
  { name: "0039_unsubscribes", sql: unsubscribes },
  { name: "0040_identity_metadata", sql: identityMetadata },
  { name: "0041_metadata_index", sql: metadataIndex },
  { name: "0042_sending_pace", sql: sendingPace },
  { name: "0043_outbound_held", sql: outboundHeld },
  { name: "0044_passkeys", sql: passkeys },
  { name: "0045_fields_left_out", sql: fieldsLeftOut },
  { name: "0046_unkept_fields", sql: unkeptFields },
  { name: "0047_schedule_status", sql: scheduleStatus },
  { name: "0048_calendar_notices", sql: calendarNotices },
  { name: "0049_rate_limits", sql: rateLimits },
  { name: "0050_forwarding", sql: forwarding },
  { name: "0051_outbound_claimed", sql: outboundClaimed },
  { name: "0052_policy_reports", sql: policyReports },
  { name: "0053_text_left_out", sql: textLeftOut },
  { name: "0054_thread_roots", sql: threadRoots },
  { name: "0055_thread_roots_index", sql: threadRootsIndex },
  { name: "0056_process_settings", sql: processSettings },
  { name: "0057_signup_domain", sql: signupDomain },
  { name: "0059_makers", sql: makers },
  { name: "0066_review_approvals", sql: reviewApprovals },
  { name: "0067_review_approvals_index", sql: reviewApprovalsIndex },
  { name: "0068_suppression_causes", sql: suppressionCauses },
  { name: "0069_granted_by", sql: grantedBy },
  { name: "0070_next", sql: next },
  { name: "0071_client_ids", sql: clientIds },
  { name: "0072_client_ids_index", sql: clientIdsIndex },
  { name: "0073_mail_digests", sql: mailDigests },
  { name: "0078_outbound_queue", sql: outboundQueue },
  { name: "0079_lost_blobs", sql: lostBlobs },
  { name: "0080_search_segments", sql: searchSegments },
  { name: "0086_ended_protection", sql: endedProtection },
  { name: "0090_send_as", sql: sendAs },
  { name: "0093_search_files", sql: searchFiles },
  { name: "0094_messages_with_files", sql: messagesWithFiles },
  { name: "0095_snoozes", sql: snoozes },
  { name: "0096_snoozes_index", sql: snoozesIndex },
  { name: "0100_few_messages", sql: fewMessages },
  { name: "0106_issuer_subjects", sql: issuerSubjects },
  { name: "0107_templates", sql: templates },
  { name: "0108_languages", sql: languages },
  { name: "0109_bulk_works", sql: bulkWorks },
  { name: "0110_search_words", sql: searchWords },
  { name: "0111_shared_names", sql: sharedNames },
  { name: "0112_account_audit", sql: accountAudit },
  { name: "0113_told_reminders", sql: toldReminders },
  { name: "0114_saved_searches", sql: savedSearches },
  { name: "0115_imported_messages", sql: importedMessages },
  { name: "0116_named_folders", sql: namedFolders },
  { name: "0117_event_horizon", sql: eventHorizon },
] as const;
