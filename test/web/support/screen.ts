import { type ComponentChild, h, options, render } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { onTestFinished } from "vitest";
import { connectionTo, sender } from "../../../src/client/send.ts";
import { typedClient } from "../../../src/client/typed-client.ts";
import { type Notice, type Page, PageContext } from "../../../src/web/state/page.ts";
import { addressOf, type Place, readPlace, withParameters } from "../../../src/web/state/place.ts";
import type { StatusAnswer } from "../../../src/workspaces/contract.ts";
import { asWindow, eventOf, type TestWindow } from "./window.ts";

const SERVER = "https://recall.example";

// Effects follow a rendering at once: nothing is painted.
Object.assign(options, { requestAnimationFrame: (run: () => void) => void Promise.resolve().then(run) });

/** The platform's, whatever a test puts in its place. */
const later = globalThis.setTimeout;
/** Of waiting for something: most are done in a few. */
const QUICK_STEPS = 200;
const MOST_STEPS = 2_200;

/** Texts as they are read: runs of blanks are one. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? "").replace(/\s+/g, " ").trim();

const nameOf = (element: Element): string => element.getAttribute("aria-label") ?? textOf(element);

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is drawn, and what a user does with it. */
export class Screen {
  readonly window: TestWindow;
  readonly document: Document;

  constructor(content: ComponentChild, window = asWindow()) {
    this.window = window;
    this.document = window.document;
    this.draw(content);
    onTestFinished(() => act(() => render(null, this.document.body)));
  }

  draw(content: ComponentChild): void {
    void act(() => render(content, this.document.body));
  }

  get text(): string {
    return textOf(this.document.body);
  }

  all<Found extends Element = HTMLElement>(selector: string): readonly Found[] {
    return [...this.document.querySelectorAll<Found>(selector)];
  }

  texts(selector: string): readonly string[] {
    return this.all(selector).map(textOf);
  }

  one<Found extends Element = HTMLElement>(selector: string): Found {
    const [found] = this.all<Found>(selector);
    if (found === undefined) throw new Error(`there is no ${selector} in: ${this.text}`);
    return found;
  }

  field(selector: string): Field {
    return this.one<Field>(selector);
  }

  /** Buttons and links by name. */
  named(name: string): readonly HTMLElement[] {
    return this.all("button, a").filter((element) => nameOf(element) === name);
  }

  has(name: string): boolean {
    return this.named(name).length > 0;
  }

  /** Lets an event happen; `more` is what it has besides its type. */
  fire(target: EventTarget, type: string, more: object = {}): Event {
    const event = eventOf(type, more);
    void act(() => {
      target.dispatchEvent(event);
    });
    return event;
  }

  /** Presses the first button or link of that name. */
  press(name: string): void {
    const [found] = this.named(name);
    if (found === undefined) throw new Error(`nothing is called ${name} in: ${this.text}`);
    this.fire(found, "click");
  }

  /** Puts a text into a field. */
  type(field: Field, value: string): void {
    field.value = value;
    this.fire(field, "input");
  }

  /** Puts a value into a field and leaves it. */
  enter(field: Field, value: string): void {
    this.type(field, value);
    this.fire(field, "change");
  }

  /** Sends the form. */
  submit(form = "form"): void {
    this.fire(this.one(form), "submit");
  }

  /** Lets go on what waits for an answer. */
  private async step(ms = 0): Promise<void> {
    await act(async () => {
      await new Promise((done) => (ms === 0 ? setImmediate(done) : later(done, ms)));
    });
  }

  /** Waits until something is so. */
  async until(isSo: (screen: this) => boolean): Promise<void> {
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      await this.step(steps < QUICK_STEPS ? 0 : 5);
      if (isSo(this)) return;
    }
    throw new Error(`it never came to it: ${this.text}`);
  }

  /** Waits as long as a few answers take, for what must not happen. */
  async rest(): Promise<void> {
    for (let steps = 0; steps < 20; steps++) await this.step();
  }

  /** Waits until a text is shown. */
  shows(text: string): Promise<void> {
    return this.until((screen) => screen.text.includes(text));
  }
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers a request: a Response as it is, everything else as JSON. */
export type Answers = (asked: Asked) => unknown;

/** An answer that reports a failure. */
export const refusal = (status: number, code: string, message: string): Response =>
  Response.json({ error: { code, message } }, { status });

/** Fails when the request is ended. Listens no longer than `until`: Node keeps what listens to a signal of signals. */
const endOf = (signal: AbortSignal | null | undefined, until: AbortSignal): Promise<never> =>
  new Promise((_, fail) =>
    signal?.addEventListener("abort", () => fail(signal.reason), { once: true, signal: until }),
  );

/** The platform's `fetch`, answered by a function. */
export const fetchOf =
  (answers: Answers): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const asked = answers({
      method: init?.method ?? "GET",
      path: decodeURIComponent(url.pathname),
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
    });
    const answered = new AbortController();
    const ended = endOf(init?.signal, answered.signal);
    const answer = await Promise.race([asked, ended]).finally(() => answered.abort());
    return answer instanceof Response ? answer : Response.json(answer ?? {});
  };

interface Opening {
  readonly answers?: Answers;
  /** The address's query. */
  readonly address?: string;
  readonly status?: object;
  /** Id of the browser's sign-in. @default the tab has a token */
  readonly signIn?: string;
  /** @default one of its own */
  readonly window?: TestWindow | undefined;
}

const STATUS = { workspace: "home", name: "Home", scope: "admin", documents: 1, chunks: 2, roots: [] };

/** Draws a part of the page as it stands in the page: with its place, a server, and messages. */
export function onPage(content: () => ComponentChild, opening: Opening = {}) {
  const { answers = () => ({}), address = "", status, signIn, window } = opening;
  const asked: Asked[] = [];
  const told: Notice[] = [];
  const went: string[] = [];
  const shown: string[] = [];
  const titles: (string | undefined)[] = [];
  const answer = fetchOf((request) => {
    asked.push(request);
    return answers(request);
  });
  const patience = { retries: 0, timeoutMs: 60_000 };
  const api = typedClient(SERVER, sender(connectionTo(SERVER, "t", answer), patience));
  const Framed = () => {
    const [place, setPlace] = useState<Place>(() => readPlace(address));
    const go: Page["go"] = (next, { replace = false, typed } = {}) => {
      went.push(`${replace ? "replaces " : typed === "half" ? "types " : ""}${addressOf(next)}`);
      setPlace(next);
    };
    const page: Page = {
      ...{ signIn, signOut: () => void went.push("signs out") },
      ...{ api, place, go, status: { ...STATUS, ...status } as unknown as StatusAnswer },
      change: (changes, options) => go(withParameters(place, changes), options),
      tell: (notice) => void told.push(notice),
      show: (sheet) => void shown.push(sheet),
      entitle: (name) => void titles.push(name),
    };
    return h(PageContext.Provider, { value: page }, content());
  };
  return { screen: new Screen(h(Framed, {}), window), asked, told, went, shown, titles };
}
