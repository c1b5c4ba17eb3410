// DECISIONS: MCP.
import { held, type Table } from "../rows.ts";

const file = "mcp/tools.test.ts";

export const mcp: Table = {
  "DECISIONS MCP": {
    "/mcp speaks both eras of the protocol": held(file, "the journey of an agent, in the protocol of"),
    "whats_next is POST /next, wait_for_mail still answers": held(
      "mcp/next.test.ts",
      "is there for a program that may read alone; wait_for_mail still answers, unlisted",
    ),
    "Reach, limits and refusals are those of the API": held(
      file,
      "a refusal says what to do, an unknown argument is refused, and what is not yours is not there",
    ),
    "A foreign Host or Origin is refused, and 401 says where the metadata is": held(
      file,
      "it is reached by the service's name and this machine's alone, with a key",
    ),
    "At most 18 tools of at most 3,500 tokens": held(file, "tools cost little, and say what they do"),
    "An answer has at most 4,000 tokens and goes on": held(
      file,
      "an answer has at most 4,000 tokens and goes on by its cursor until all is read",
    ),
    "Marks around mail are random": held(file, "no mail can end the marks around it"),
    "The program is a client too, with a key for its owner alone": held(
      "e2e/client-commands.test.ts",
      "keeps a key for its owner alone, and does an agent's work with it",
    ),
    "Files are ids or URLs, and handed out as URLs": held(
      "http/message/file-urls.test.ts",
      "are attached and handed out by the tools, without a byte in their arguments",
    ),
    "An answer keeps its Cc": held("mcp/complaints.test.ts", "silent loss of cc"),
    "Nothing is sent without text": held("mcp/complaints.test.ts", "body empty but exit 0"),
    "A person is led to the page where they decide, and the client's answer decides nothing": held(
      "mcp/held.test.ts",
      "lead the person to the page where they decide, where the client can: ",
    ),
    "What others chose stands between the marks, in text and fields, in every answer": held(
      "mcp/words.test.ts",
      "stand between the marks in every answer of every tool",
    ),
    "A text of others in a sentence of ours does not compile": held(
      "mcp/words.test.ts",
      "a text is ours by the functions of words.ts alone",
    ),
    "An appointment whose mail waits says so": held(
      "mcp/decisions.test.ts",
      "a held invitation says that nothing has left, and what became of it later",
    ),
    "A wait with a review ends with the decision": held(
      "mcp/decisions.test.ts",
      "a wait with a review ends with the decision and the person's words",
    ),
    "What waits is taken back": held("mcp/decisions.test.ts", "what waits is taken back"),
    "A draft that was given back leaves once it is changed": held(
      "mcp/decisions.test.ts",
      "a draft that was given back leaves once it is changed, and not before; a repeat sends nothing",
    ),
    "A refusal is forgotten": held(
      "mcp/decisions.test.ts",
      "a refusal holds no longer than its cause, and what was sent is sent once",
    ),
    "ask_for_review leaves its reason": held(
      "mcp/decisions.test.ts",
      "the reason for which a person is asked stands on the thread's page, once",
    ),
    "An argument has at most 20,000 characters": held(
      "mcp/wrong-calls.test.ts",
      "what is too long for an argument is refused, and not said again",
    ),
    "A send happens once": held(file, "a send happens once, and once more only when it is said"),
  },
};
