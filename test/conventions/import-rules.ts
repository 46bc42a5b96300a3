import { posix } from "node:path";
import { lineOf, type Rule } from "./source-files.ts";

const IMPORT = /(?:^|\n)\s*(?:import|export)\b(?:[^"'`;]*?\bfrom)?\s*"([^"\n]+)"|\bimport\("([^"\n]+)"\)/g;

interface Import {
  readonly specifier: string;
  /** For a relative one, the file from the repository's root; undefined for a package. */
  readonly target: string | undefined;
  readonly line: number;
}

function importsOf(path: string, text: string): readonly Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? "";
    const isRelative = specifier.startsWith(".");
    const target = isRelative ? posix.join(posix.dirname(path), specifier) : undefined;
    return { specifier, target, line: lineOf(text, match.index + match[0].indexOf(specifier)) };
  });
}

/** The part of src/ a file belongs to: its folder, or its own name at the top. */
function partOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /^src\/([^/]+?)(?:\.tsx?)?(?:\/|$)/.exec(path)?.[1];
}

const PORTS = ["ports", "stores", "errors", "config", "text"];
/** What the parts with a rule may import of src/, besides themselves. `stores` holds ports too, one file per store. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  text: [...PORTS, "contract"],
  retrieval: [...PORTS, "contract"],
  indexing: [...PORTS, "contract"],
  memory: [...PORTS, "contract"],
  storage: PORTS,
  platform: PORTS,
  /** Of the CLI only how files are chosen and sent, which a browser does too. */
  web: ["contract", "errors", "config", "cli"],
  stores: ["ports", "errors", "config", "contract"],
  contract: ["errors", "config"],
  mcp: ["services", "contract", "retrieval", "storage", "text", "errors", "config"],
  errors: [],
  config: [],
};

/** The middle imports only inward; storage and platform know the ports and never each other. */
export const importDirection: Rule = ({ path, text }) => {
  const part = partOf(path) ?? "";
  const allowed = MAY_IMPORT[part];
  if (allowed === undefined) return [];
  return importsOf(path, text)
    .filter(({ target }) => target !== undefined)
    .filter(({ target }) => ![part, ...allowed].includes(partOf(target) ?? "outside src"))
    .map(({ specifier, line }) => `${path}:${line} ${part} must not import ${specifier}`);
};

const SEES_ENV = [
  "env",
  "settings",
  "models",
  "model-settings",
  "local-models",
  "wiring",
  "worker",
  "local",
].map((name) => `src/${name}.ts`);

/** Only the wiring and the entries see the bindings. */
export const envIsHidden: Rule = ({ path, text }) =>
  !path.startsWith("src/") || SEES_ENV.includes(path)
    ? []
    : importsOf(path, text)
        .filter(({ target }) => target === "src/env.ts")
        .map(({ line }) => `${path}:${line} only the wiring and the entries import Env`);

/** What runs on workerd imports nothing of Node. */
export const nodeOnlyAtTheEdge: Rule = ({ path, text }) =>
  !path.startsWith("src/") || path.startsWith("src/cli/")
    ? []
    : importsOf(path, text)
        .filter(({ specifier }) => specifier.startsWith("node:"))
        .map(({ specifier, line }) => `${path}:${line} only src/cli and scripts import ${specifier}`);
