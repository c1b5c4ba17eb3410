// Calls that unrestricted keys alone may make, for the table of tenancy: suppressions and retention rules.
import type { Row, Said } from "./tenancy-table.ts";

const forbidden: Said = [403, "forbidden"];

export const accountRows: Record<string, Row> = {
  "DELETE /api/v1/suppressions/{id}": {
    takes: { id: "suppression" },
    works: 200,
    restricted: { id: forbidden },
  },
  "GET /api/v1/retention-rules/{id}": {
    takes: { id: "retention-rule" },
    works: 200,
    restricted: { id: forbidden },
  },
  "POST /api/v1/retention-rules": {
    takes: { identity_id: "identity", folder: "folder" },
    with: { action: "delete", after_days: 1000 },
    works: 201,
    restricted: { identity_id: forbidden, folder: forbidden },
  },
  "DELETE /api/v1/retention-rules/{id}": {
    takes: { id: "retention-rule" },
    works: 200,
    restricted: { id: forbidden },
  },
};
