import { AppError } from "../../../errors.ts";
import type { SourceOptions } from "../../contract.ts";

/** How hosts make addresses: GitHub's way is that of Gitea and Forgejo, too. */
interface GitHost {
  readonly archive: (repository: Repository, commit: string) => string;
  readonly page: (repository: Repository, path: string) => string;
}

export interface Repository {
  /** Its address without an end. */
  readonly base: string;
  /** Last part of it. */
  readonly name: string;
  /** Undefined: its own default. */
  readonly branch: string | undefined;
  /** Ends in a slash; "": all of it. */
  readonly folder: string;
  readonly host: GitHost;
}

const escaped = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
const at = ({ branch }: Repository): string => escaped(branch ?? "HEAD");

const GIT_HOSTS: Readonly<Record<"github" | "gitlab", GitHost>> = {
  github: {
    archive: ({ base }, commit) => `${base}/archive/${commit}.tar.gz`,
    page: (repository, path) => `${repository.base}/blob/${at(repository)}/${escaped(path)}`,
  },
  gitlab: {
    archive: ({ base, name }, commit) => `${base}/-/archive/${commit}/${name}-${commit}.tar.gz`,
    page: (repository, path) => `${repository.base}/-/blob/${at(repository)}/${escaped(path)}`,
  },
};

const KNOWN: Readonly<Record<string, keyof typeof GIT_HOSTS>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "codeberg.org": "github",
};

/** How a host makes addresses, by its name; undefined: it does not say. */
export const knownHost = ({ hostname }: URL): keyof typeof GIT_HOSTS | undefined => KNOWN[hostname];

const wrong = (message: string): AppError =>
  new AppError("invalid_input", `location: ${message}`, { details: { field: "location" } });

const trimmed = (folder: string): string => folder.replace(/^\/+|\/+$/g, "");

/** A repository by its address, as a browser shows it: with `/tree/<branch>/<folder>` too. Throws `invalid_input`. */
export function repositoryAt(location: string, options: Partial<SourceOptions>): Repository {
  const url = new URL(location);
  const kind = options.host ?? knownHost(url);
  if (kind === undefined)
    throw wrong(
      `${url.hostname} is no Git host that is known: host says whether it is like github or gitlab`,
    );
  const [path = "", tree = ""] = url.pathname.split(kind === "gitlab" ? "/-/tree/" : "/tree/", 2);
  const parts = trimmed(path)
    .replace(/\.git$/, "")
    .split("/");
  const isWhole = kind === "gitlab" ? parts.length >= 2 : parts.length === 2;
  if (!isWhole || parts.some((part) => part === ""))
    throw wrong("a repository, such as https://github.com/owner/name");
  // A branch with a slash in its name cannot be told from a folder: `branch` names it.
  const [branch = "", ...folders] = trimmed(decodeURIComponent(tree)).split("/");
  const folder = trimmed(options.folder ?? folders.join("/"));
  return {
    base: `${url.origin}/${parts.join("/")}`,
    name: parts.at(-1) ?? "",
    branch: options.branch ?? (branch || undefined),
    folder: folder === "" ? "" : `${folder}/`,
    host: GIT_HOSTS[kind],
  };
}
