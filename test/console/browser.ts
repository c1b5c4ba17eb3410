// As much of a browser as forms without JavaScript need: cookies, redirects, hidden fields.
import * as cheerio from "cheerio";

export class Browser {
  readonly cookies = new Map<string, string>();
  /** Every Set-Cookie header so far. */
  readonly setCookies: string[] = [];
  status = 0;
  text = "";
  headers = new Headers();
  /** Path of the page shown. */
  at = "";

  constructor(
    readonly base: string,
    readonly extra: Record<string, string> = {},
  ) {}

  async get(path: string): Promise<void> {
    await this.#show(path, await this.#fetch(path, {}));
  }

  /** The fields of the (first) form on the page with this action, as it would be sent untouched. */
  form(action: string, wanted: (fields: URLSearchParams) => boolean = () => true): URLSearchParams {
    const $ = cheerio.load(this.text);
    const forms = $(`form[action="${action}"]`)
      .toArray()
      .map((form) => {
        const fields = new URLSearchParams();
        for (const { name, value } of $(form).serializeArray()) fields.append(name, value);
        return fields;
      });
    const found = forms.find(wanted);
    if (!found) throw new Error(`no form for ${action} at ${this.at}: ${this.text.slice(0, 2000)}`);
    return found;
  }

  /** Fills the form in and sends it, following redirects. */
  async submit(
    action: string,
    fields: Record<string, string | string[]> = {},
    wanted?: (fields: URLSearchParams) => boolean,
  ): Promise<void> {
    const form = this.form(action, wanted);
    for (const [name, value] of Object.entries(fields)) {
      form.delete(name);
      for (const one of [value].flat()) form.append(name, one);
    }
    await this.#show(action, await this.post(action, form));
  }

  /** Sends these fields and shows nothing. */
  post(action: string, form: URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(action, {
      method: "POST",
      body: form.toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        referer: this.base + this.at,
        ...headers,
      },
    });
  }

  /** A request whose answer is not shown. */
  fetch(path: string): Promise<Response> {
    return this.#fetch(path, {});
  }

  async #show(path: string, response: Response): Promise<void> {
    const location = response.headers.get("location");
    if (response.status === 303 && location) return this.get(location.split("#", 1)[0]!);
    this.status = response.status;
    this.headers = response.headers;
    this.text = await response.text();
    this.at = path;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(this.base + path, {
      ...init,
      headers: { ...this.extra, ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) },
      redirect: "manual",
    });
    for (const set of response.headers.getSetCookie()) {
      this.setCookies.push(set);
      const [name, value] = set.split(";", 1)[0]!.split("=", 2) as [string, string];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
