// The phrases with which mail servers refuse a mail, by reason. They are matched in this order in lower-case text without addresses
// and URLs, without marks above letters, since replies are often in ASCII: specific phrases come first, so that "mailbox full" wins
// over "mailbox".

export type BounceReason =
  /** Hard: these four. */
  | "unknown-user"
  | "unknown-host"
  | "moved"
  | "no-mail-accepted"
  /** Soft: all others. */
  | "mailbox-full"
  | "disabled"
  | "filtered"
  | "authentication"
  | "blocked"
  | "rate"
  | "content"
  | "size"
  | "policy"
  | "relaying"
  | "sender"
  | "system"
  | "network"
  | "expired"
  | "other";

/** Letters without their marks: "não" as "nao". */
export function withoutMarks(text: string): string {
  // Together again, as Hangul was apart.
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/** Phrases separated by bars or line ends. */
function phrases(text: string): string[] {
  return withoutMarks(text)
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");
}

export const bouncePhrases: readonly [BounceReason, readonly (string | RegExp)[]][] = [
  [
    "sender",
    phrases(`
      sender address rejected | sender rejected | sender was rejected | domain of sender | sender domain | sender verify
      sender verification | sender unknown | unknown sender | invalid sender | bad sender | sender denied | sender address verif
      senders not allowed | from address | return path | mail from: | envelope sender | your domain | purported responsible
      sending to/from | not authorized to send | from: domain
    `),
  ],
  [
    "unknown-user",
    phrases(`
      user unknown | unknown user | recipient unknown | unknown recipient | no such user | no such recipient | no such mailbox
      no mailbox here | recipnotfound | recipientnotfound | recipient not found | user not found
      user not active | inactive email address | inactive e-mail address
      validrcptto | badrcptto | no longer in service
      inactive address | address is inactive | address is not active
    `),
  ],
  [
    "authentication",
    [
      /\bspf\b/,
      ...phrases(`
        dmarc | dkim | sender policy framework | authentication checks failed | unauthenticated email | unauthenticated mail
        does not have authentication information | not pass authentication | sender id ( | not allowed to send from
      `),
    ],
  ],
  [
    "rate",
    phrases(`
      too many connections | too many concurrent | connection rate | rate limit | frequency limited | too many messages
      too many emails | too many recipients | receiving mail at a rate | receiving mail too quickly | sending limit | throttl
      exceeded the rate | too fast | too much mail | message rate | daily quota | hourly | unexpected volume | connections per
      too many sessions
    `),
  ],
  [
    "blocked",
    [
      /\b(?:rbl|dnsbl|ptr)\b/,
      ...phrases(`
        blacklist | black list | blocklist | block list | blocked using | blocked by | blocked for | been blocked | is blocked
        spamhaus | spamcop | sorbs | barracudacentral | reputation | banned | reverse dns | rdns | ptr record | no ptr
        ptr lookup | unverifyable | hostname lookup | cannot find your hostname | cannot resolve your | client host rejected
        helo command rejected | invalid helo | bad helo | dynamic ip | dialup | dial-up | residential | access denied
        connection refused | mismatches client ip | not accepted from servers | servers without | host network not allowed
        use the smtp server of your isp | service refus | ip address rejected | your ip | poor sender | on our block
      `),
    ],
  ],
  [
    "content",
    [
      /\b(?:spam|ube)\b|\bvirus/,
      ...phrases(`
        unsolicited | spamassassin | junk mail | malware | infected | content rejected | message content | content presents
        content filter | message filtered | potentially malicious | suspicious | attachment | executable | media error
        phishing | scored | header error | mail rejete | message was rejected by this system | message looks like | bulk mail
        multiple addresses in from | not rfc | rfc 5322 | rfc 2822 | rfc 822 | rfc compliant | duplicate header | malformed
      `),
    ],
  ],
  [
    "relaying",
    phrases(`
      relay access denied | relaying denied | relay denied | relaying not | relay not | no relaying | not permitted to relay
      unable to relay | not allowed to relay | cannot relay | relaying is prohibited | relay operation | we do not relay
      mail relay | not verified | is not permitted to | rcpthosts
    `),
  ],
  [
    "mailbox-full",
    phrases(`
      mailbox full | mailbox is full | mailbox too full | full mailbox | mailfolder is full | inbox is full | mail box is full
      mailbox for user is full | over quota | overquota | over-quota | over disk quota | over its quota | quota exceeded
      exceeded quota | exceeds quota | exceeded their quota | exceeded its quota | exceeded his quota | over the quota
      over the allowed quota | disk quota | storage quota | out of storage | storage allocation | storage limit
      storage space | exceeded storage | mailbox quota | quota violation | would exceed | exceeded the local limit
      mailbox exceeded | mailbox exceeds | mailbox size limit | not enough storage | not enough disk | not enough space
      insufficient storage | account is full | is over quota | user quota | maildir over | too many mails in mailbox
      quota full | full disk | boite pleine | postfach voll | over the maximum allowed
    `),
  ],
  [
    "size",
    phrases(`
      too large | too big | message size | size limit | maximum message size | exceeds fixed maximum | exceeds maximum
      exceeded the maximum | larger than | message length exceeds | recipsizelimit
    `),
  ],
  [
    "policy",
    phrases(`
      policy | not authorized | not authorised | unauthorized | authentication required | turn on smtp auth
      must issue a starttls | encryption required | greylist | graylist | recipient preferences | prohibit | not permitted
      permission | members only | not a member | restricted | refused due | challenge | protocol violation | on hold
      cannot send e-mail to yourself
    `),
  ],
  [
    "system",
    phrases(`
      couldn't create | can't create | cannot create | could not create | local error | configuration error | system error
      internal error | internal server error | internal software error | mailer error | queue file | write error | i/o error
      service unavailable | service currently unavailable | resources temporarily | no space left | insufficient disk
      insufficient system | temporary failure | temporarily unavailable | temporary local problem | ldap server
      transaction failed | exit status | exit code | command died | failed to read | can't open | command parameter
      command not implemented | sequence of commands | unrecognized command | syntax error | loop | hop count | too many hops
      out of memory | unable to process | points to local host | points back to
    `),
  ],
  [
    "disabled",
    [
      /\b(?:mailbox|account|user|address|recipient|e-?mail)[^.;:]{0,60}\b(?:disabled|inactive|deactivated|suspended|frozen|locked|blocked|expired|on hold|not active|not activated)\b/,
      /\b(?:disabled|inactive|deactivated|suspended|frozen|locked)\b[^.;:]{0,20}\b(?:mailbox|account|user|recipient|address)\b/,
      ...phrases(
        "not accepting messages | not accepting mail | has been disabled | has been suspended | bloque",
      ),
    ],
  ],
  [
    "moved",
    phrases(`
      has moved | user moved | no longer on server | no longer at | not our user | address has changed | new address is
      relocated | left the organization | left the company | no longer with | no longer employed | no longer works
      changed its address | has been replaced by
    `),
  ],
  [
    "no-mail-accepted",
    phrases(`
      null mx | nullmx | does not accept mail | doesn't accept mail | does not accept any mail | does not receive email
      doesn't receive email | does not receive mail | no mx record | no smtp service | couldn't find a mail exchanger
      does not accept smtp | no mail is accepted
    `),
  ],
  [
    "unknown-user",
    [
      /\bno such (?:an? )?(?:local |e-?mail |destination |virtual )?(?:account|address|person|name|alias|id|customer|subscriber|member|local[ -]?part)/,
      /\bno (?:users?|recipients?|mailbox(?:es)?|accounts?) (?:with|by|named|called|found|here|for|at)\b/,
      /\b(?:unable to|cannot|can't|could not|couldn't|not able to|failed to) (?:find|locate) (?:the |a |an |this |any )?(?:user|recipient|mailbox|account|address)\b/,
      /\b(?:no longer works|does not work|doesn't work) (?:here|for|at)\b/,
      /\b(?:do not|don't|does not|doesn't) (?:know|recogni[sz]e)\b[^.;:]{0,30}\b(?:recipient|user|address|mailbox|account)\b/,
      /(?<!可能)不存在/,
      /\bkein(?:e|en)? (?:solche[rs]? )?(?:benutzer|empfa?e?nger|adresse|postfach|konto)/,
      /\b(?:user|recipient|mailbox|account|address|mail-?box|userid|inbox|addressee)(?: name| id| address)?(?: [^\s:;,]{1,64})? (?:was |is |could |can |has |were |does |do |doesn't |wasn't |isn't |cannot |couldn't |can't )?(?:not |never |no longer |be |been ){0,3}(?:found|exist|known|recognized|recognised|registered|valid|in use|listed)/,
      /\b(?:user|recipient|mailbox|account|address|alias|e-?mail|local[ -]part|login|name)[^.;:]{0,60}\b(?:does not|doesn't|do not|don't|did not) exist\b/,
      ...phrases(`
        address unknown | unknown address | mailbox unknown | unknown mailbox | account unknown | unknown account
        unknown local | unknown or illegal | unknown virtual | unknown alias | unknown destination | unknown or invalid
        is unknown | no user here | no account by | no mailbox by | there is no user | there is no account
        there is no mailbox | there is no such | no valid recipient | no recipients | nobody by that name
        not found by smtp address lookup | not exist | doesn't exist | doesn't have a | does not have a
        invalid recipient | recipient invalid | invalid mailbox | invalid user | invalid address | invalid final delivery
        invalid destination | invalid local | invalid alias | not a valid | is not valid | bad destination mailbox
        bad recipient | bad address | bad destination email | bad user | bad mailbox | not listed in | not known here
        not a known | not known at | not our customer | no longer valid | no longer in use | no longer available
        no longer active | account closed | been deleted | been terminated | been removed | account is closed
        not recognized | not a registered | is not registered | not in directory | address rejected.
        undeliverable address | unrouteable | unroutable | wasn't found | could not be found | couldn't be found
        can't find user | cannot find user | not handled here | not hosted here
        destinataire invalide | destinataire inconnu | utilisateur inconnu | adresse inconnue | unbekannt
        empfänger existiert nicht | usuario desconocido | destinatario desconocido | no existe | nao existe
        utente sconosciuto | utente non esiste | не существует | не найден | nicht gefunden | nicht bekannt
        existiert nicht | inconnu | inexistant | inexistente | inesistent | introuvable | onbekend | bestaat niet | sconosciut
        non esiste | desconocid | desconhecid | no encontrad | nao encontrad | okänd | ukendt | ukjent | nieznan | neznám
        n'existe pas | n'existe plus | nie ma takie | nie istnieje | finns inte | hittades inte | findes ikke | finnes ikke
        neexistuje | nenalezen | nem létezik | ei ole olemassa | tuntematon | nu există | necunoscut | mevcut değil
        존재하지 않 | 无此用户 | 查无此 | غير موجود | لا يوجد
        nicht im domino-verzeichnis | nicht im verzeichnis | ne figure pas dans | empfaenger existiert nicht
        не знайдено | неизвестн | 存在しません | 見つかりません | bulunamadı
      `),
    ],
  ],
  [
    "unknown-host",
    phrases(`
      host unknown | unknown host | host not found | host or domain name not found | domain not found | domain name not found
      domain does not exist | domain doesn't exist | domain is not reachable | no such domain | no such host
      unknown domain | domain unknown | nxdomain | couldn't find any host | cannot find the host | illegal host | invalid host
      invalid domain | bad destination system | name or service not known | name has no usable address
      no address associated | unable to route | unresolvable | domain is invalid | domain must exist | does not exist
      no dns entry | wrong domain | non-existent host | non-existent domain | nonexistent domain
      mx records point to
    `),
  ],
  [
    "expired",
    phrases(`
      expired | timed out | timeout | time out | retry time | too long | giving up | multiple retries | could not deliver for
      could not be delivered for | will be retried | delayed | not yet been delivered | connection dropped | lost connection
    `),
  ],
  [
    "network",
    [
      /\b(?:tls|ssl)\b/,
      ...phrases(`
        lookup failure | lookup failed | name server | name service error | dns error | connection reset | network
        unreachable | no route | unable to connect | not accept our requests to connect | connect() failed
        able to establish | bad connection | remote protocol error
      `),
    ],
  ],
];
