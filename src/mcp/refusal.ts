// Refusals as a model reads them. The API's words say what to do instead; as they quote addresses, names and
// values that others may have chosen, they are put between the marks.
import { ApiError } from "../sdk/typescript/index.ts";
import { answerOf, type ToolAnswer } from "./answer.ts";
import { ToolRefusal, wholeLine } from "./right-call.ts";
import { argumentName, id, type Ours, ours, Theirs } from "./words.ts";

/** @param called the tool, and what it was given: the call that would be right is then said whole */
export function refusalOf(
  error: unknown,
  called?: { tool: string; given: Readonly<Record<string, unknown>> },
): ToolAnswer {
  if (error instanceof ToolRefusal) {
    const { why, wrong } = error;
    const whole = called && wrong && error.mail ? wholeLine(called.tool, called.given, wrong.right) : null;
    const mail = whole === null ? error.mail : error.mail!.also(whole);
    return answerOf({ parts: [{ head: why, fields: {}, mail }] });
  }
  const message = error instanceof Error ? error.message : String(error);
  const mail = new Theirs({ message }, [message]);
  if (!(error instanceof ApiError))
    return answerOf({
      parts: [{ head: ours`The server was not reached, or gave no answer.`, fields: {}, mail }],
    });
  return answerOf({ parts: [{ head: headOf(error), fields: {}, mail }] });
}

/** The words of ours about a refusal of the API. */
export function headOf({ code, requestId }: ApiError): Ours {
  const request =
    requestId !== null && /^[\w-]{1,80}$/.test(requestId) ? ours`, request ${id(requestId)}` : ours``;
  return ours`Refused (${argumentName(code) ?? ours`unknown`}${request}). Between the marks stands why and what to do instead; it may quote others.`;
}
