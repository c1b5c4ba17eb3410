// Plans: the limits of an account. There is one plan for the operator's accounts and one for accounts of agent signups.
// DECISIONS Authentication and keys (plans)

export type PlanName = "operator" | "signup";

/** null: no limit. */
export interface Plan {
  maxAddresses: number | null;
  /** Recipients a day (UTC), of one address and of the whole account. */
  dailyRecipients: { perAddress: number | null; perAccount: number | null };
  storageBytes: number | null;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

const noLimits: Plan = {
  maxAddresses: null,
  dailyRecipients: { perAddress: null, perAccount: null },
  storageBytes: null,
};

/** Plans without limits. */
export const unlimitedPlans: Plans = { operator: noLimits, signup: noLimits };

/**
 * @param dailyRecipients limits for every account
 * @param signup limits for accounts of agent signups, besides those
 */
export function plansOf(
  dailyRecipients: Plan["dailyRecipients"],
  signup: { maxAddresses: number; dailyRecipients: number; storageMb: number },
): Plans {
  const { perAddress, perAccount } = dailyRecipients;
  return {
    operator: { ...noLimits, dailyRecipients },
    signup: {
      maxAddresses: signup.maxAddresses,
      dailyRecipients: {
        perAddress,
        perAccount: Math.min(perAccount ?? Number.POSITIVE_INFINITY, signup.dailyRecipients),
      },
      storageBytes: signup.storageMb * 1024 * 1024,
    },
  };
}

/** SENDING_RAMP=on: recipients a day by the age of a domain. */
export const usualSchedule: readonly number[] = [50, 100, 200, 400, 800, 1500, 3000, 6000, 12_000, 25_000];
