// All residents that are ready, by address.
import { attackers } from "./ready-attackers.ts";
import { people } from "./ready-people.ts";
import { services, systems } from "./ready-services.ts";
import type { ResidentData } from "./resident-data.ts";

export const readyResidents: readonly ResidentData[] = [...people, ...services, ...systems, ...attackers];

export function readyResident(address: string): ResidentData | null {
  return readyResidents.find((one) => one.address.toLowerCase() === address.toLowerCase()) ?? null;
}
