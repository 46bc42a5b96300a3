import { h } from "preact";
import { App } from "../../../src/web/app.tsx";
import { type Answers, fetchOf, refusal, Screen } from "./screen.ts";
import { asWindow } from "./window.ts";

export const KEY = "edge-recall.token";
export const SIGN_IN = "edge-recall.sign-in";

export interface Options {
  /** The session's token of this tab. */
  readonly token?: string;
  /** This browser's sign-in, `<id>.<key>`. */
  readonly signIn?: string;
  readonly address?: string;
  readonly hash?: string;
  /** By the token that is shown, or the key. */
  readonly answers?: (shown: string, asked: { readonly method: string; readonly path: string }) => unknown;
}

export const statusOf = (workspace: string, more: object = {}) => ({
  ...{ workspace, name: `Team ${workspace}`, scope: "write", documents: 3, chunks: 4, roots: [], index: {} },
  ...more,
});

/** Tokens are named after their workspace: `a1` and `a2` are of `a`. */
export const byName: NonNullable<Options["answers"]> = (token, { method, path }) => {
  if (path.startsWith("/v1/sign-ins") && method === "POST" && !token.startsWith("bad"))
    return { id: "s1", key: `${token[0]}-key`, expiresAt: "2026-12-20T12:00:00.000Z" };
  return ofName(token);
};
const ofName = (token: string) =>
  token.startsWith("bad") ? refusal(401, "unauthorized", `Unknown ${token}`) : statusOf(token[0] ?? "");

const storage = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

export function browser({ token, signIn, address = "/", hash = "", answers = byName }: Options) {
  const kept = new Map(token === undefined ? [] : [[KEY, token]]);
  /** What all tabs share. */
  const shared = new Map(signIn === undefined ? [] : [[SIGN_IN, signIn]]);
  const [pathname = "/", search] = address.split("?");
  const location = { origin: "https://recall.example", pathname, search: search ? `?${search}` : "", hash };
  const steps: string[] = [];
  const move = (kind: string) => (_state: unknown, _title: string, to: string) => {
    steps.push(`${kind} ${to}`);
    const url = new URL(to, location.origin);
    Object.assign(location, { search: url.search, hash: url.hash });
  };
  const asked: string[] = [];
  const routes: string[] = [];
  const credentials = new Set<string | undefined>();
  const window = asWindow({
    location,
    history: { state: null, replaceState: move("replace"), pushState: move("push") },
    sessionStorage: storage(kept),
    localStorage: storage(shared),
    fetch: (async (input, init) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
      const used =
        headers.get("authorization")?.replace("Bearer ", "") ?? headers.get("x-recall-sign-in") ?? "";
      asked.push(used);
      credentials.add(init?.credentials);
      const answer: Answers = ({ method, path }) => {
        routes.push(`${method} ${path}`);
        return answers(used, { method, path });
      };
      return fetchOf(answer)(input, init);
    }) satisfies typeof fetch,
  });
  return { kept, shared, location, steps, window, asked, routes, credentials };
}

export function open(options: Options) {
  const parts = browser(options);
  const screen = new Screen(h(App, {}), parts.window);
  /** Another address in the same tab, by a link or by hand. */
  const follow = (hash: string) => {
    parts.location.hash = hash;
    screen.fire(parts.window, "hashchange");
  };
  return { screen, ...parts, follow, workspace: () => screen.texts(".workspace bdi") };
}

export const signedIn = (screen: Screen) => screen.all(".header").length > 0;
