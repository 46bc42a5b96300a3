import type { Refused } from "../../documents/contract.ts";
import type { FolderPage } from "../folder/folder-pages.ts";
import type { KnownRefusals } from "./refused-files.ts";
import type { UploadJob } from "./upload-missing.ts";

/** A push: of what, to where, and how. */
export interface PushPlan {
  readonly root: string;
  readonly origin: string;
  readonly join: boolean;
  /** Only ask: the server makes and joins no root. */
  readonly dryRun: boolean;
  readonly mirror: boolean;
  /** Delete them though they are most of the root. */
  readonly confirm: boolean;
  /** Switches written contexts of the root on or off; undefined leaves them as they are. */
  readonly contextualize?: boolean | undefined;
  /** The same for names that a text model finds. */
  readonly entities?: boolean | undefined;
  /** In order, over all paths; read once. */
  readonly pages: AsyncIterable<FolderPage> | Iterable<FolderPage>;
  /** Another name, or the will to share, where the root is taken; undefined: that is an error. */
  readonly settle?: ((root: string) => Promise<Pick<PushPlan, "root" | "join">>) | undefined;
  /** What this server refused before: not sent again. */
  readonly knownRefusals?: KnownRefusals;
  /** Hashes by path as they were pushed before: what is still so here and missing there was deleted there, and stays so. */
  readonly before?: ReadonlyMap<string, string> | undefined;
  readonly convert?: UploadJob["convert"];
  readonly signal?: AbortSignal | undefined;
  /** `total` is undefined while more pages follow. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
  /** Receives each page after it was sent, with what the server refused of it. */
  readonly onPage?: ((page: FolderPage, refused: readonly Refused[]) => void) | undefined;
}

/** How a push is asked for, without its files. */
export type PushManner = Omit<PushPlan, "pages">;
