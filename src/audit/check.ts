import type { Session } from "../database/session.ts";
import type { StoredDocument } from "../documents/sql/stored-documents.ts";
import type { VectorIndex } from "../models/ports.ts";
import { auditScope } from "./sql/audit.ts";
import type { Finding, Scan } from "./sql/table-audit.ts";

export interface AuditDeps {
  readonly db: Session;
  /** Writes a document again, through the same way as a push; does nothing when it has changed since it was read. */
  readonly rewrite: (document: StoredDocument) => Promise<void>;
  /** Undefined: vectors are only ever compared from D1, and their checks have nothing to look at. */
  readonly vectors: VectorIndex | undefined;
  readonly workspace: number;
  /** The database is a file of this machine, which may be read through. @default false */
  readonly isOwnFile?: boolean;
  /** The present signing secret, then the previous one. @default none: hashes of the access log are not checked */
  readonly secrets?: readonly string[] | undefined;
  /** Everything, however much; otherwise samples where a workspace is large. */
  readonly isFull: boolean;
  readonly limits: AuditLimits;
  readonly nowMs: number;
  /** 0 to 1. */
  readonly random: () => number;
}

interface AuditLimits {
  /** Parts of checks that one request does. */
  readonly slices: number;
  /** Rows that one part looks at. */
  readonly rows: number;
  /** Documents, with all their passages, that one part looks at. @default `rows` */
  readonly documents?: number;
  /** What one part counts at most where it cannot count bit by bit: documents for totals, passages of a name. @default all */
  readonly counted?: number;
  /** Rows of the database after which a request begins no further part. @default any number */
  readonly rowsRead?: number;
  /** Text that one part reads, bytes. */
  readonly bytes: number;
  /** Documents that one request writes again. */
  readonly rewrites: number;
}

/** Something that must hold, how it is looked at bit by bit, and how it is made so again. */
export interface AuditCheck {
  readonly name: string;
  readonly promise: string;
  /** Throws AppError `invalid_input` for a place that no scan answered. */
  readonly scan: (parts: AuditDeps, after: string) => Promise<Scan>;
  /** The repair writes documents again: only so many at once. @default false */
  readonly rewrites?: true;
  /** Repairs what was found, as far as it is still so. What needs a push is left so that the next push sends it. */
  readonly repair: (parts: AuditDeps, found: readonly Finding[]) => Promise<void>;
}

/** Chunks up to which nothing is sampled, and how many samples are taken beyond. */
const SAMPLED_ABOVE = 2_000;
const SAMPLES = 20;

/** A random place in the walk over text hashes, which are uniform. */
export const randomHash = (random: () => number): string =>
  Array.from({ length: 8 }, () => Math.floor(random() * 16).toString(16)).join("");

/** Whether a part is a sample, as those of large workspaces are, and where the next `size` samples are: `sample 5`. */
export async function sampling({ db, workspace, isFull }: AuditDeps, after: string, size: number) {
  const isSample =
    after === ""
      ? !isFull && (await auditScope(db, workspace)).chunks > SAMPLED_ABOVE
      : after.startsWith("sample ");
  const taken = (Number(after.slice("sample ".length)) || 0) + size;
  return { isSample, nextSample: taken < SAMPLES ? `sample ${taken}` : undefined };
}
