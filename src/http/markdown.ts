// `markdown` in the body of a call that writes a mail: it becomes the HTML, and the plain part beside it. DECISIONS Drafts and sending.
import { invalid } from "../lib/failure.ts";
import { htmlOfMarkdown } from "../reading/mails.ts";
import type { Auth } from "./context.ts";

interface MarkdownBody {
  markdown?: string | undefined;
  text?: string | null | undefined;
  html?: string | null | undefined;
}

/** The body with `html`, and with `text` where it gave none. @throws Failure validation_error, unavailable */
export async function withMarkdown<B extends MarkdownBody>(
  auth: Auth,
  body: B,
): Promise<Omit<B, "markdown">> {
  const { markdown, ...rest } = body;
  if (markdown === undefined) return rest;
  if (typeof body.html === "string")
    throw invalid('"markdown" becomes the HTML. Give "markdown" or "html", not both.');
  const html = await htmlOfMarkdown(markdown, { source: auth.accountId });
  return { ...rest, text: body.text ?? markdown, html };
}
