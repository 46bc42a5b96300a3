import { anyOf, MEMORY_NUMBERS, type OneOf, type ResolvedFilters } from "./filters.ts";
import { passesKey, passesNumber } from "./metadata-test.ts";

/** What filters look at in a document. */
export interface FilteredRow extends Readonly<Record<"root" | "path" | "kind" | "language", string>> {
  readonly source?: string | null;
  /** Milliseconds. */
  readonly datedAt: number | null;
  readonly session?: string | null;
  readonly memory?:
    | {
        readonly type: string;
        readonly tags: readonly string[];
        readonly importance?: number | null;
        readonly priority?: number | null;
        readonly confidence?: number | null;
      }
    | undefined;
  /** Undefined: nothing asks for it, or there is none. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const isOneOf = <Value>(wanted: OneOf<Value> | undefined, value: Value | null | undefined): boolean =>
  wanted === undefined || anyOf(wanted).some((one) => one === value);

/** Whether a document passes all filters: what the database could only narrow by is checked again here. */
export function passes(row: FilteredRow, filters: ResolvedFilters): boolean {
  const { prefix, glob, tag, afterMs, beforeMs, metadata = [], not, any, all } = filters;
  const date = row.datedAt;
  return (
    isOneOf(filters.root, row.root) &&
    isOneOf(filters.roots, row.root) &&
    isOneOf(filters.kind, row.kind) &&
    isOneOf(filters.language, row.language) &&
    isOneOf(filters.type, row.memory?.type) &&
    isOneOf(filters.session, row.session) &&
    isOneOf(filters.source, row.source) &&
    (prefix === undefined || anyOf(prefix).some((start) => row.path.startsWith(start))) &&
    (glob === undefined || anyOf(glob).some((one) => one.matches(row.path))) &&
    (tag === undefined || anyOf(tag).some((one) => row.memory?.tags.includes(one) === true)) &&
    (afterMs === undefined || (date !== null && date >= afterMs)) &&
    (beforeMs === undefined || (date !== null && date < beforeMs)) &&
    passesNumbers(row, filters) &&
    metadata.every((test) => passesKey(row.metadata ?? {}, test)) &&
    (not === undefined || !passes(row, not)) &&
    (any === undefined || any.some((one) => passes(row, one))) &&
    (all === undefined || all.every((one) => passes(row, one)))
  );
}

const passesNumbers = ({ memory }: FilteredRow, filters: ResolvedFilters): boolean =>
  MEMORY_NUMBERS.every((name) => {
    const test = filters[name];
    return test === undefined || passesNumber(memory?.[name] ?? null, test);
  });
