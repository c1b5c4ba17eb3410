// The operator's account, on which commands work.
import type { Operator } from "../../actors/account/access/signup-domain.ts";
import { findOperator } from "../../actors/account/accounts/operator.ts";
import type { Core } from "../app/core.ts";
import { CommandError } from "./context.ts";

/** @throws CommandError before `postroom init` */
export async function operatorOf({ database }: Core): Promise<Operator> {
  const operator = await findOperator(database);
  if (!operator) throw new CommandError("Nothing is here yet. Run first: postroom init");
  return operator;
}
