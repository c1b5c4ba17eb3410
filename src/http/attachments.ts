// DECISIONS Threads, messages, folders, labels: attachments' bytes.
import { Elysia } from "elysia";
import { notFound } from "../lib/failure.ts";
import { IdParams } from "../schema/common.ts";
import { readAttachment } from "../store/attachments.ts";
import { bytesAnswer } from "./bytes.ts";
import { authOf, type HttpDeps } from "./context.ts";
import { pathId } from "./params.ts";

export function attachmentRoutes(deps: HttpDeps) {
  return new Elysia({ prefix: "/api/v1/attachments", normalize: false }).get(
    "/:id",
    async ({ request, params }) => {
      const found = await readAttachment(deps, authOf(request), pathId(params.id));
      if (!found) throw notFound();
      return bytesAnswer(found.bytes, found.row);
    },
    { params: IdParams },
  );
}
