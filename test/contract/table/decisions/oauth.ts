// DECISIONS: OAuth.
import { held, type Table } from "../rows.ts";

const flow = "http/access/flow.test.ts";
const clients = "http/access/clients.test.ts";
const levels = "http/access/levels.test.ts";
const pages = "console/authorize.test.ts";

export const oauth: Table = {
  "DECISIONS OAuth": {
    "Metadata is at the root and below /mcp, of the host that was asked": held(
      flow,
      "metadata is at the root and path-inserted, and is of the host that was asked",
    ),
    "PKCE by S256 alone": held(flow, "metadata offers both registration forms, and PKCE by S256 alone"),
    "A foreign resource is invalid_target": held(
      flow,
      "a resource on another host is refused, at either end",
    ),
    "A client is known by a document": held(clients, "a program known by its document is let in"),
    "Documents are fetched from public networks alone": held(
      clients,
      "a document is at an https URL with a path, and never in a private network",
    ),
    "Documents are kept as their servers say": held(
      clients,
      "a metadata document is read as the draft says, and kept as its server says",
    ),
    "A client registers, and is public": held(
      clients,
      "a program registers, and is public whatever it asks for",
    ),
    "Redirect URIs are compared as text, but for the port of this machine": held(
      clients,
      "a redirect URI is compared as text, but for the port of this machine",
    ),
    "The person chooses addresses and a level, at most what was asked": held(
      pages,
      "the person chooses no more than was asked, and at least one address",
    ),
    "The name is shown as not verified": held(
      pages,
      "the page says who asks, that the name is not verified, and where the answer goes",
    ),
    "A request that is not in order is a page": held(
      pages,
      "a request that is not in order is answered with a page, and nobody is sent away unasked",
    ),
    "A grant reaches what was chosen": held(
      flow,
      "a code becomes tokens of the addresses and the level that were chosen",
    ),
    "Tokens are stored as hashes": held(flow, "nothing is stored that would let anybody in"),
    "A code is good once, for two minutes": held(
      flow,
      "a code is good once, for two minutes, for its client, with its verifier",
    ),
    "An access token is good for an hour": held(
      flow,
      "an access token ends after an hour; a refresh token is good for the next ones",
    ),
    "A refresh token that comes again ends its grant": held(
      flow,
      "a rotated refresh token may come again for half a minute; after that its grant ends",
    ),
    "Tokens can be given back": held(flow, "a program gives its tokens back"),
    "Credentials and settings are for keys": held(
      levels,
      "credentials, settings and domains are for keys, whatever the level",
    ),
    "A call beyond the level says the scope that it takes": held(
      levels,
      "each level has what those before it have, and is told what more it takes",
    ),
    "Grants are listed and ended": held(
      levels,
      "grants are listed, and end with all their tokens and streams",
    ),
    "Calls are counted by network": held(
      clients,
      "registrations, tokens and requests are counted by network",
    ),
    "What has expired is deleted": held(flow, "what is over is swept, and what stands is kept"),
  },
};
