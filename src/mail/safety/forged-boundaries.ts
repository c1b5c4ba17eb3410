// Text that imitates what stands around a mail for the program that reads it: the header of another mail, the tokens with which
// chat models mark who speaks, marks of this service. The forms are syntax, not words. Linear.

export interface ForgedBoundary {
  kind: "header_block" | "chat_tokens" | "own_mark";
  /** The first 200 characters of it. */
  text: string;
}

const maxFound = 50;
const maxText = 200;
const maxRead = 500_000;

/** The turn and role marks of chat templates: ChatML, Llama, Mistral, Gemma, DeepSeek, Alpaca, Claude. */
const tokens = [
  /<[|｜][\p{L}\p{N}_▁ .-]{1,40}[|｜]>/gu,
  /(?<![\w)])\[\/?(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT)\]|<<\/?SYS>>/g,
  /<\/?(?:start_of_turn|end_of_turn|system|assistant|user|human|system-reminder|tool_call|tool_calls|tool_result|tool_response|tool_use|function_call|function_calls|function_results|thinking|scratchpad|antml:[a-z_]{1,30})>/gi,
  /^#{2,3} ?(?:System|Instruction|Assistant|Response|Human|User):[ \t]*$/gim,
];

const own =
  /<\/?postroom[\w:-]*(?:\s[^>\n]{0,200})?\/?>|\[\/?postroom\b[^\]\n]{0,100}\]|^X-Postroom-[\w-]{1,40}:/gim;

/** Names of fields that mails and forwarded mails begin with. */
const field =
  /^(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To|Sender|Message-ID|In-Reply-To|References|Return-Path|Received|Delivered-To|Authentication-Results|DKIM-Signature|MIME-Version|Content-Type|X-[A-Za-z-]{1,40}):[ \t]*\S/;
const introduces =
  /^[\s>*]*(?:-{2,}|message: \d{1,6}$|_{5,}|={3,}|begin forwarded|on .{1,200} wrote:|.{0,80}(?:original|forwarded) (?:message|mail|appointment))/i;

/** @param isForward the subject says that another mail follows */
export function forgedBoundaries(
  text: string,
  { isForward = false }: { isForward?: boolean } = {},
): ForgedBoundary[] {
  const found: ForgedBoundary[] = [];
  const add = (kind: ForgedBoundary["kind"], piece: string) => {
    if (found.length < maxFound) found.push({ kind, text: piece.trim().slice(0, maxText).toWellFormed() });
  };
  const read = text.slice(0, maxRead);
  if (/[<[#]/.test(read)) {
    for (const pattern of tokens) for (const [token] of read.matchAll(pattern)) add("chat_tokens", token);
    for (const [mark] of read.matchAll(own)) add("own_mark", mark);
  } else if (/X-Postroom-/i.test(read)) for (const [mark] of read.matchAll(own)) add("own_mark", mark);
  if (/^Human:/m.test(read) && /^Assistant:/m.test(read)) add("chat_tokens", "Human: Assistant:");
  if (!isForward) for (const block of headerBlocks(read)) add("header_block", block);
  return found;
}

/** Three lines of header fields or more, one of them From, that nothing introduces as another mail. */
function headerBlocks(text: string): string[] {
  if (!/^From:/m.test(text)) return [];
  const blocks: string[] = [];
  const lines = text.split("\n");
  let before = "";
  for (let at = 0; at < lines.length; at++) {
    const start = at;
    while (at < lines.length && field.test(lines[at]!)) at++;
    const block = lines.slice(start, at);
    if (block.length >= 3 && block.some((line) => line.startsWith("From:")) && !introduces.test(before)) {
      blocks.push(block.join("\n"));
    }
    const last = at > start ? lines[at - 1]! : lines[at]!;
    if (last !== undefined && last.trim() !== "") before = last;
    if (at < lines.length && at > start && lines[at]!.trim() !== "") before = lines[at]!;
  }
  return blocks;
}
