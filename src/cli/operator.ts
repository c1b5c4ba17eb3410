// Commands work on the operator's account.
import { findOperator, type Operator } from "../../actors/account/operator.ts";
import type { Core } from "../app/core.ts";
import { CommandError } from "./context.ts";

export async function operatorOf({ database }: Core): Promise<Operator> {
  const operator = await findOperator(database);
  if (!operator) throw new CommandError("Nothing is here yet. Run first: postroom init");
  return operator;
}
