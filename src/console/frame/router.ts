// Pages and forms by method and path. One route of the HTTP server leads here: it would compile each of its own with hooks and
// checks for bodies and parameters, which takes memory and which pages do without.
import { Failure, notFound } from "../../lib/failure.ts";
import { phrases } from "../phrases.ts";

/** The request as a page or form receives it. */
export interface Routed {
  request: Request;
  /** The form's body as the HTTP server read it. */
  body: unknown;
  /** Another page, for the form that is shown again. */
  show?: (request: Request) => PageResponse;
}

export type PageResponse = Response | Promise<Response>;
type PageHandler = (call: Routed) => PageResponse;
type PageMethod = "GET" | "POST";

interface PageRoute {
  method: PageMethod;
  /** With `:name` for one part of any text. */
  path: string;
  handler: PageHandler;
}

export class Router {
  readonly routes: PageRoute[] = [];
  readonly #byPath = new Map<string, PageRoute[]>();
  /** Routes with variable parts, by their number of parts. */
  readonly #byLength = new Map<number, { parts: string[]; route: PageRoute }[]>();

  get(path: string, handler: PageHandler): this {
    return this.#add({ method: "GET", path, handler });
  }

  post(path: string, handler: PageHandler): this {
    return this.#add({ method: "POST", path, handler });
  }

  /** Takes over the routes of another. */
  use(other: Router): this {
    for (const route of other.routes) this.#add(route);
    return this;
  }

  /** @throws Failure not_found, method_not_allowed */
  answer(call: Routed): PageResponse {
    const { method } = call.request;
    const found = this.#at(call.request);
    const route = found.find((one) => one.method === (method === "HEAD" ? "GET" : method));
    if (route) return route.handler({ ...call, show: (request) => this.answer({ request, body: null }) });
    if (found.length === 0) throw notFound();
    if (method === "GET" || method === "HEAD")
      throw new Failure("method_not_allowed", phrases.failure.onlyForms);
    const methods = this.methodsAt(call.request).join(" or ");
    throw new Failure("method_not_allowed", `${method} does not exist here. Use ${methods}.`);
  }

  methodsAt(request: Request): string[] {
    return this.#at(request).map(({ method }) => method);
  }

  #add(route: PageRoute): this {
    this.routes.push(route);
    const parts = route.path.split("/");
    if (route.path.includes(":")) listIn(this.#byLength, parts.length).push({ parts, route });
    else listIn(this.#byPath, route.path).push(route);
    return this;
  }

  #at({ url }: Request): PageRoute[] {
    const path = new URL(url).pathname.replace(/(?<=.)\/$/, "");
    const exact = this.#byPath.get(path);
    if (exact) return exact;
    const given = path.split("/");
    return (this.#byLength.get(given.length) ?? [])
      .filter(({ parts }) =>
        parts.every((part, at) => part === given[at] || (part.startsWith(":") && given[at] !== "")),
      )
      .map(({ route }) => route);
  }
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
