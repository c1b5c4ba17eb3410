// DECISIONS: Agent signup and console, what the page for people promises.
import { held, type Table } from "../rows.ts";

const journeys = (title: string) => held("console/journeys.test.ts", title);
const members = (title: string) => held("console/members.test.ts", title);
const you = (title: string) => held("console/you.test.ts", title);
const passkeys = (title: string) => held("console/passkeys.e2e.test.ts", title);
const pictures = (title: string) => held("console/pictures.test.ts", title);
const roles = (title: string) => held("console/roles.test.ts", title);

export const page: Table = {
  "DECISIONS Agent signup and console": {
    "The page shows threads as they are read, and answers them": journeys("reads a thread, and answers it"),
    "What a person sends leaves after ten seconds, in which it can be taken back": journeys(
      "takes a send back within ten seconds; a form sent twice sends once",
    ),
    "A person has decided what they send: no review holds it; a program's change ends that": journeys(
      "what a person sends from a protected address leaves; what a program changes in it does not",
    ),
    "Roles: reviewer reads and decides, member writes and sorts, owner sets": roles(
      "every form and every page has a role",
    ),
    "Roles hold on every form": roles("forms above it are refused, the others are not"),
    "Pages offer no form above the role": roles(
      "pages above it are refused; those that open offer nothing above it",
    ),
    "An owner invites by a mailed link": members(
      "somebody invited reads who asks and as what, joins by the link, and is a member then",
    ),
    "The link of an invitation: 7 days, one use": members(
      "the link ends after seven days, with the membership, or when it is used; another can be sent",
    ),
    "3 links an hour for one person": members(
      "more than three links an hour are not mailed to one person, and the page says so",
    ),
    "The account is open to an invited person once they have used the link": members(
      "an account that a person was only invited to is not open to them",
    ),
    "Whoever is removed is out of the account at once, its live update too": members(
      "a removed member's pages and live update end at once; one of another account stays there",
    ),
    "A role holds from the next request on; the first owner cannot be removed or lowered": members(
      "a changed role holds at the next request, and the first owner keeps theirs",
    ),
    "A person sees their sessions and ends one or all others": you(
      "sessions are listed with their browser; one is ended, then all others",
    ),
    "A session says when it was last used, to five minutes": you(
      "a session says when it was last used, to five minutes",
    ),
    "Single keys are turned off for the person": you(
      "keys are turned off and on for the person, in every browser, and for nobody else",
    ),
    "Passkeys beside mailed links": passkeys(
      "one is registered, signs in after a sign-out, is named, and signs nobody in once it is removed",
    ),
    "A challenge is of one browser, lives ten minutes and is taken once; a counter must rise": passkeys(
      "an answer works once, in the browser that was asked, within ten minutes, and from one device",
    ),
    "User verification is required": passkeys(
      "without the person's fingerprint or PIN nothing is signed; the page says what to do",
    ),
    "A session of a sign_in_url registers no passkey": passkeys(
      "a session of an agent's sign-up link, and a page of another name, register none",
    ),
    "A passkey ends with the person's last membership": passkeys(
      "a removed member's passkey opens nothing, and nobody sees another's",
    ),
    "Whose sign-in it is, is mailed when a passkey is added or removed": passkeys(
      "the person is mailed when a passkey is added, and when one is removed",
    ),
    "Remote pictures are fetched only when somebody asks for them, by this server": pictures(
      "nothing is fetched before somebody asks; then by the server, which says nothing of the person",
    ),
    "No private networks, 8 MB, formats without scripts": pictures(
      "what is no picture, too large, gone, inside a network or without an end is not passed on",
    ),
    "Everybody of an account may leave it": members(
      "somebody leaves; another account's members are not there",
    ),
  },
};
