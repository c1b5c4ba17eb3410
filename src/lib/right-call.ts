// The call that a refusal of the API ends with, `Right: GET /api/v1/threads?limit=10`, in a client of ours `Right: client.threads.list(…)`, told apart from the words before it. DECISIONS Errors

/** Stands between the words and the call. */
export const beforeRight = " Right: ";

/** The words of a refusal without its call, for doors that have calls of their own. */
export function withoutRight(message: string): string {
  const at = message.indexOf(beforeRight);
  const isCall =
    at !== -1 && /^(?:[A-Z]{3,6} \/api\/v1\/|client\.)/.test(message.slice(at + beforeRight.length));
  return isCall ? message.slice(0, at) : message;
}
