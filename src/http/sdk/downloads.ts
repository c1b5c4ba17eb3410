// Http: GET /sdk/…: both clients, as this server has them. They need no key: nothing in them is of a person or of an account.
import { Elysia } from "elysia";
import { sha256 } from "../../lib/secrets.ts";
import { etagOf, namesTag } from "../answers/compression.ts";
import { sdkPackageBytes, sdkPackages } from "./packages.ts";

interface ClientDownload {
  bytes: Uint8Array<ArrayBuffer>;
  digest: string;
}

export function sdkRoutes() {
  const made = new Map<string, Promise<ClientDownload>>();
  const routes = new Elysia({ normalize: false });
  for (const one of Object.values(sdkPackages))
    routes.get(`/sdk/${one.name}`, async ({ request }: { request: Request }) => {
      const known = made.get(one.name) ?? downloadOf(one);
      made.set(one.name, known);
      // A package that could not be made is tried again by the next request.
      known.catch(() => made.delete(one.name));
      const { bytes, digest } = await known;
      const headers = {
        "content-type": one.type,
        etag: etagOf(digest, null),
        "cache-control": "no-cache",
        // RFC 9530
        "repr-digest": `sha-256=:${digest}:`,
      };
      if (namesTag(request.headers.get("if-none-match"), digest))
        return new Response(null, { status: 304, headers });
      return new Response(bytes, { headers });
    });
  return routes;
}

async function downloadOf(one: (typeof sdkPackages)[keyof typeof sdkPackages]): Promise<ClientDownload> {
  const bytes = new Uint8Array(await sdkPackageBytes(one));
  return { bytes, digest: sha256(bytes).toString("base64") };
}
