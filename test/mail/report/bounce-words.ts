// Refusals as servers word them, written for this test: what each is about, where it was said, and whether it means that
// the recipient is not there. No two of a kind on purpose; addresses are of nobody.
import type { BounceFacts } from "../../../src/mail/report/bounce-reason.ts";

export interface Refusal {
  /** the command that was refused; null: the report does not say */
  at: BounceFacts["command"];
  hard: boolean;
  text: string;
}

function refusals(at: Refusal["at"], hard: boolean, lines: string): Refusal[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((text) => ({ at, hard, text }));
}

export const aboutRecipient: readonly Refusal[] = [
  ...refusals(
    "rcpt",
    true,
    `
    550 5.1.1 <gone@far.example>: Recipient address rejected: User unknown in relay recipient table
    550 Invalid recipient
    550 Invalid recipient gone@far.example (#5.1.1)
    550 5.7.1 Invalid recipient <gone@far.example>
    521 5.2.1 <gone@far.example>
    521 far.example does not accept mail
    521 Recipient refused
    556 5.1.10 Recipient address has null MX
    550 mailbox unavailable
    550 Requested action not taken: mailbox unavailable
    550 No such person at this address
    550 No such local part
    511 5.1.1 unknown address
    550 we do not know that recipient
    550 This address does not exist; do not try again
    550 5.1.1 Mailbox gone@far.example not found; see http://blocklist.example/bl?ip=192.0.2.1
    550 sorry, no mailbox here by that name (#5.1.1)
    550 This account is closed
    550 5.1.6 The recipient has moved, please try new@other.example
    553 5.3.0 <gone@far.example>... No such user here
    550 5.1.1 Adresse d au moins un destinataire invalide. LPN007_405
    550 El usuario no existe
    550 Mailbox does not exist - filter7
    550 5.1.1 unknown or illegal alias: gone@far.example
    550 Unknown recipient
    550 Client database says: recipient gone is unknown
    550-The recipient mailbox could not be found. Your server may try again after you have corrected the address
    550 RCPT refused, this user has left the company
    550 5.1.1 recipient not found in the user database
    550 address not listed in directory
    554 5.1.1 Your recipient gone@far.example does not exist
    550 User not active
    550 Gebruiker onbekend
    550 Utilisateur inexistant
    550 5.4.1 [gone@far.example]: Recipient address rejected: Access denied. [AM0EUR03FT042.eop-EUR03.prod.far.example]
    `,
  ),
  ...refusals(
    null,
    true,
    `
    554 5.0.0 Invalid recipient
    550 Invalid recipient
    550 5.2.1 This is an inactive email address
    550 inactive email address: gone@far.example
    550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).
    550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.far.example/error?c=hu&i=ip&v=192.0.2.1
    550 That mailbox is unavailable
    554 delivery error: dd This user doesn't have a far.example account (gone@far.example) [0] - mta1.far.example
    550 5.4.1 Recipient address rejected: Access denied. AS(201806281)
    550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
    The domain far.example has published a null MX record (RFC 7505)
    Host or domain name not found. Name service error for name=gone.example type=A: Host not found
    Unrouteable address
    unknown user: "gone"
    550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces.
    550 Empfänger nicht gefunden
    550 5.1.2 Bad destination system address: no such domain
    gone@far.example no longer works here; the account has been terminated
    The recipient's address is not registered with this service
    550 5.1.1 <gone> is not a valid mailbox
    A message that you sent could not be delivered to one or more of its recipients. gone@far.example: 550 no such address here
    Sender Address: a@near.example Recipient Address: gone@far.example Error: recipient is unknown
    The recipient server did not accept our requests: 550 5.1.1 Email address could not be found, or was misspelled (G8)
    `,
  ),
  ...refusals("data", true, "550 5.1.1 User unknown\n554 5.1.1 Mailbox not found for gone@far.example"),
  ...refusals(
    "rcpt",
    true,
    `
    550 5.1.1 <gone@far.example>: Email address lookup failed; the user is unknown
    550 5.1.1 sorry, that address is not in our customer base
    550 Mailbox gone is not known
    550 5.1.1 mailbox for gone@far.example does not exist on this server
    550 no such account here; check the address for errors
    553 sorry, this recipient is not in my validrcptto list (#5.7.1)
    550 5.1.1 ... Recipient does not exist in the system database
    550 5.2.0 Mailbox has been removed
    550 Unable to find recipient gone in the user table
    554 5.7.1 <gone@far.example>: Recipient address rejected: user gone does not exist
    550 Address no longer in service
    550 That person does not work here anymore
    550 ERR_NO_USER no user with this address on host mail.far.example
    550 Unrouteable address
    550 unknown user <gone@far.example>, your message was not accepted
    550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address
    550 5.1.1 recipient address unknown: check the header of your message for typos
    `,
  ),
  ...refusals(
    null,
    true,
    `
    The mail system <gone@far.example>: host mx.far.example[192.0.2.9] said: 550 5.1.1 <gone@far.example>: Recipient address rejected: far.example (in reply to RCPT TO command)
    Remote server returned '550 5.1.1 The user could not be located'
    user gone doesn't exist at far.example. Check your address book
    Your message to gone@far.example was undeliverable because the address was not found
    The address you sent to is no longer valid
    Delivery to the following recipient failed permanently: gone@far.example. Technical details: DNS Error: Domain name not found
    5.4.4 smtp; unable to route: no mail hosts for domain
    550 5.1.2 The recipient's domain does not exist
    #< #5.1.1 SMTP; 550 No such user> your server reported
    550 5.4.310 DNS domain gone.example does not exist [Message=InfoDomainNonexistent]
    recipient rejected: mailbox unavailable
    <gone@far.example>: Sorry, I couldn't find any host named gone.example. (#5.1.2)
    5.1.1 - Bad destination mailbox address
    smtp;550 Requested action not taken: mailbox unavailable
    550 Benutzer hat hier kein Konto: Empfänger unbekannt
    550 Destinatario inesistente
    The address you have sent your message to does not exist
    The recipient that you are sending to is unknown
    Remote host mx.far.example (IP 192.0.2.9) said: 550 user unknown
    >>> EHLO near.example <<< 250 mx.far.example >>> RCPT TO:<gone@far.example> <<< 550 no such user
    Please check your address book: the mailbox was not found
    We tried several times to deliver, but the server said: 550 mailbox does not exist
    550 No mailbox by that name, sorry. The headers of your message follow
    The e-mail system was unable to deliver the message, but did not report a specific reason: recipient unknown
    `,
  ),
];

export const aboutOthers: readonly Refusal[] = [
  // the server that sent it
  ...refusals(
    "rcpt",
    false,
    `
    553 5.1.3 http://www.blocker.example/query/bl?ip=192.0.2.1
    553 5.1.3 See https://bl.filter.example/lookup/192.0.2.7
    554 5.1.1 192.0.2.1 is listed at sbl.example
    550 5.1.1 Mail from 192.0.2.9 refused, see dnsbl.filter.example
    550 my name was rejected
    550 HELO: host unknown
    550 HELO name mx.near.example does not exist
    504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname
    550 Client host name not found
    550 EHLO argument is not a valid domain, no such host
    550 The name you gave in EHLO is unknown
    554 Denied [CS] Your HELO host does not exist
    550 5.7.1 reverse lookup of 192.0.2.1: host unknown
    550 5.7.25 The sending address has no reverse name, hostname not found
    550 Your mail server does not exist in DNS
    550 5.7.1 Too many invalid recipients from your address
    421 Too many unknown users, connection dropped
    550 You have sent to too many unknown recipients today
    550 Account of your server unknown, please log in
    `,
  ),
  // who sent it
  ...refusals(
    "rcpt",
    false,
    `
    550 5.1.8 Domain of sender address a@near.example does not exist
    553 sorry, your envelope sender domain must exist (#5.7.1)
    550 Sender not found
    553 5.1.7 the originating address was not recognised
    550 5.1.0 The return address could not be verified: user unknown
    550 From address does not exist
    550 5.7.1 <a@near.example>: Sender address rejected: unverified address: host mx.near.example said: 550 5.1.1 User unknown
    550 mx.near.example does not accept bounces: verification of your address failed: no such user
    550-Verification of the sender failed: 550 unknown user. 550 Rejected
    550 5.7.1 near.example: domain not found
    550 The originator's domain is unknown
    553 The mail's reverse path is not a valid address
    535 5.7.8 Authentication failed: user unknown
    550 Callback to <a@near.example> failed: no such user here
    `,
  ),
  ...refusals(
    "mail",
    false,
    `
    550 user unknown
    550 5.1.1 mailbox unavailable
    553 5.1.3 Invalid address
    550 domain not found
    550 No such user here
    `,
  ),
  // the message
  ...refusals(
    "data",
    false,
    `
    554 5.6.0 Message-ID header does not exist
    550 5.6.0 A To header with an invalid address was found
    550 Header field From is not valid
    554 Rejected, the link in the message leads to an unknown host
    550 The message body names a domain that does not exist
    552 5.3.4 attachment name is not valid
    550 5.7.1 the DKIM signature's domain does not exist
    550 Reply-To address does not exist
    `,
  ),
  // the server that took it, the moment
  ...refusals(
    null,
    false,
    `
    Name service error for name=far.example type=MX: Host not found, try again
    550 5.1.2 Host not found, try again
    451 4.3.0 alias table not found
    550 5.3.5 transport map does not exist
    554 5.3.0 unknown mailer error 1
    the program that delivers is not found
    550 5.7.10 certificate does not exist, encryption needed
    554 5.3.0 user database does not exist
    550 5.3.5 next hop smtp-out is unknown, host not found
    450 4.2.1 mailbox unavailable
    450 Requested mail action not taken: mailbox unavailable
    550 5.4.3 directory server is unknown
    server unknown error, please send again
    550 5.4.6 routing loop: not known at this hop
    553 5.1.3 https://rbl.filter.example/?192.0.2.3
    550 5.2.1 The account is suspended for non-payment
    `,
  ),
  ...refusals(
    "connect",
    false,
    `
    550 your host is unknown to us
    554 no such user
    550 5.1.1 unknown recipient
    `,
  ),
  ...refusals(
    "rcpt",
    false,
    `
    550 5.7.1 Your domain near.example does not exist in our partner list
    554 5.7.1 <held@far.example>: Recipient address rejected: Access denied
    550 5.2.1 The email account that you tried to reach is disabled. https://support.far.example/?p=DisabledUser
    550-5.2.1 The email account that you tried to reach is inactive
    550 The IP you are using is unknown to us
    554 5.7.1 Connecting host unknown; contact postmaster
    550 invalid HELO/EHLO: not a valid hostname
    550 Invalid sender: user unknown in virtual alias table
    550 5.1.0 Sender's account does not exist
    553 5.5.4 <near>... Domain name required for sender address near
    550 Mail from a nonexistent domain is not accepted
    553 5.1.8 <a@near.example>... Domain of sender address a@near.example does not resolve: host unknown
    550 DNS check of your EHLO failed: nxdomain
    550 Sender verify failed: no such user
    550 could not verify sender: mailbox does not exist
    550 RBL check: 9.2.0.192.zen.example is listed
    550 https://check.spamlist.example/query/ip/192.0.2.44
    571 Email from 192.0.2.77 is currently blocked
    553 5.1.3 mail from 192.0.2.1 rejected, http://filter.example/dul/?ip=192.0.2.1
    550 The server you use has no valid MX, unknown host
    550 MX of your domain not found
    550 your reverse DNS entry does not exist
    451 4.7.1 unknown recipient rate exceeded
    550 no valid SPF record exists for the domain
    550 5.1.1 too many bad recipients, go away
    554 5.7.1 sender's mail server not found in DNS
    550 Your account is unknown here; authenticate first
    `,
  ),
  ...refusals(
    "mail",
    false,
    `
    550 5.1.1 unknown user
    550 Unknown domain
    501 5.1.7 Bad address syntax, not a valid address
    `,
  ),
  ...refusals(
    "data",
    false,
    `
    550 5.6.0 From header contains an address that does not exist
    554 5.6.1 Body type not recognized
    550 The domain in the message's links is not registered
    554 virus scanner: signature file not found
    550 Date header is invalid, not valid per RFC
    554 a URL in this message points to a domain that does not exist
    550 Return-Path domain not found
    `,
  ),
  ...refusals(
    null,
    false,
    `
    MX lookup failed: host not found, try again later
    DNS temporary failure: unknown host, will retry
    550 5.3.0 delivery agent not found
    550 5.3.5 mail filter socket does not exist
    554 5.3.5 virtual domain table not found
    The relay mx1.inside.example does not exist (host not found)
    554 5.4.0 mail for far.example loops back to myself, host unknown
    4.4.1 relay host unknown, will be tried again
    TLS: no certificate for mx.far.example is known, name not found in certificate
    421 4.3.2 user database unavailable
    550 5.2.0 mailbox store does not exist, contact the administrator
    quota table does not exist
    550 5.1.3 https://www.blocked.example/lookup.php?192.0.2.200
    554 rejected: http://bl.example/192.0.2.5
    smtp; 550 Denied by policy: sender not found in directory
    `,
  ),
];
