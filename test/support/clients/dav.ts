// A client of CalDAV: requests of one address with an app password, and what their answers hold.
import { readXml, type XmlElement } from "../../../src/dav/xml-read.ts";
import type { SuiteApp, TestAddress, TestApp } from "../app/app.ts";

export interface DavAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export interface DavOptions {
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** One response of a multistatus. */
export interface DavResponse {
  href: string;
  /** Its status, of a member that is not there. */
  status: number | null;
  /** Text, or the names of children, by local name; what was not found is missing. */
  props: Record<string, string>;
}

export interface DavClient {
  readonly email: string;
  readonly id: string;
  readonly home: string;
  readonly calendar: string;
  request(method: string, path: string, options?: DavOptions): Promise<DavAnswer>;
  put(name: string, text: string, headers?: Record<string, string>): Promise<DavAnswer>;
  get(name: string): Promise<DavAnswer>;
  /** A multistatus. @throws when the answer is none */
  multi(
    method: string,
    path: string,
    options?: DavOptions,
  ): Promise<{ responses: DavResponse[]; token: string | null }>;
}

/** A new address with its client. */
export async function davClient(t: SuiteApp, fields: Record<string, unknown> = {}): Promise<DavClient> {
  return clientOf(t, await t.address(fields));
}

export async function clientOf(t: TestApp, address: TestAddress): Promise<DavClient> {
  const { id, email } = address;
  const made = await t.api.must<{ password: string }>(
    201,
    t.api.post("/app-passwords", { identity_id: id, name: "Phone" }),
  );
  return withAuthorization(
    t,
    address,
    `Basic ${Buffer.from(`${email}:${made.password}`).toString("base64")}`,
  );
}

/** A client of an address with this header. */
export function withAuthorization(
  { api }: Pick<TestApp, "api">,
  { id, email }: TestAddress,
  authorization: string,
): DavClient {
  const origin = api.base;
  const home = `/dav/calendars/${email}/`;
  const calendar = `${home}calendar/`;
  const request: DavClient["request"] = async (method, path, { headers = {}, body } = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization, ...headers },
      body: body as string,
      redirect: "manual",
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    email,
    id,
    home,
    calendar,
    request,
    put: (name, text, headers = {}) =>
      request("PUT", calendar + name, {
        body: text,
        headers: { "content-type": "text/calendar", ...headers },
      }),
    get: (name) => request("GET", calendar + name),
    async multi(method, path, options) {
      const { status, text } = await request(method, path, options);
      if (status !== 207) throw new Error(`${method} ${path}: ${status} ${text}`);
      const root = readXml(text);
      const responses = root.children.filter(({ name }) => name === "{DAV:}response").map(responseOf);
      return {
        responses,
        token: root.children.find(({ name }) => name === "{DAV:}sync-token")?.text ?? null,
      };
    },
  };
}

const local = (name: string) => name.slice(name.indexOf("}") + 1);
const find = (element: XmlElement, name: string) =>
  element.children.find((child) => local(child.name) === name);

function responseOf(element: XmlElement): DavResponse {
  const status = find(element, "status")?.text.split(" ")[1];
  const props: Record<string, string> = {};
  for (const stat of element.children.filter(({ name }) => local(name) === "propstat")) {
    if (!find(stat, "status")?.text.includes(" 200 ")) continue;
    for (const prop of find(stat, "prop")?.children ?? []) props[local(prop.name)] = textIn(prop);
  }
  return { href: find(element, "href")!.text, status: status ? Number(status) : null, props };
}

function textIn({ children, text }: XmlElement): string {
  if (children.length === 0) return text;
  return children
    .map((child) =>
      child.children.length + child.text.trim().length > 0 ? textIn(child) : local(child.name),
    )
    .join(" ");
}

/** The preconditions of a refusal. */
export function preconditions({ text }: DavAnswer): string[] {
  return readXml(text)
    .children.map(({ name }) => local(name))
    .filter((name) => name !== "responsedescription");
}

export function eventText(uid: string, lines: readonly string[], more: readonly string[] = []): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//Phone 1.0//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    ...lines,
    "END:VEVENT",
    ...more,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

export const prop = (...names: string[]) =>
  `<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>${names.map((name) => `<${name}/>`).join("")}</D:prop></D:propfind>`;

const namespaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';

/** A calendar-query with these filters inside VCALENDAR. */
export const query = (filters: string, data = "<C:calendar-data/>") =>
  `<C:calendar-query ${namespaces}><D:prop><D:getetag/>${data}</D:prop><C:filter><C:comp-filter name="VCALENDAR">${filters}</C:comp-filter></C:filter></C:calendar-query>`;

export const events = (inside: string) => `<C:comp-filter name="VEVENT">${inside}</C:comp-filter>`;

export const sync = (token: string, limit = "") =>
  `<D:sync-collection ${namespaces}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${limit}<D:prop><D:getetag/></D:prop></D:sync-collection>`;
