// Refusals as a model reads them. The API's words say what to do instead; as they quote addresses, names and
// values that others may have chosen, they are put between the marks.
import { ApiError } from "../sdk/typescript/index.ts";
import { answerOf, type ToolAnswer } from "./answer.ts";
import { ToolRefusal } from "./right-call.ts";
import { argumentName, id, type Ours, ours, Theirs } from "./words.ts";

export function refusalOf(error: unknown): ToolAnswer {
  if (error instanceof ToolRefusal)
    return answerOf({ parts: [{ head: error.why, fields: {}, mail: error.mail }] });
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
