/**
 * Bindings that remember what was answered, and later answer from memory: what is left of a request's time is then the
 * Worker's own JavaScript. Answers are kept as text, since a Worker parses what D1, Vectorize and Workers AI send.
 */

interface Bound {
  readonly sql: string;
  readonly params: readonly unknown[];
}

type Ask = () => Promise<unknown>;

/** Answers by what was asked, in the order in which they were recorded. */
export class Tape {
  private readonly answers = new Map<string, string[]>();
  private readonly played = new Map<string, number>();
  private mode: "off" | "recording" | "playing" = "off";

  /** From now on answers are kept. */
  record(): void {
    this.mode = "recording";
  }

  /** From now on nothing is asked any more; what was recorded is answered from its beginning. */
  play(): void {
    this.mode = "playing";
  }

  /** `otherwise` is the answer to what was not recorded; without it that is an error. */
  async answer(asked: string, ask: Ask, otherwise?: unknown): Promise<unknown> {
    if (this.mode === "playing") return this.next(asked, otherwise);
    const answer = await ask();
    if (this.mode === "off") return answer;
    const known = this.answers.get(asked) ?? [];
    known.push(JSON.stringify(answer));
    this.answers.set(asked, known);
    return answer;
  }

  private next(asked: string, otherwise: unknown): unknown {
    const at = this.played.get(asked) ?? 0;
    this.played.set(asked, at + 1);
    const known = this.answers.get(asked)?.[at];
    if (known !== undefined) return JSON.parse(known);
    if (otherwise !== undefined) return otherwise;
    throw new Error(`nothing was recorded of: ${asked.slice(0, 300)}`);
  }
}

/** Answers nothing: what a search leaves behind is written in batches whose number depends on the time between searches. */
const WRITES = /^\s*(?:INSERT|UPDATE|DELETE)\b(?![\s\S]*\bRETURNING\b)/i;
const WRITTEN = { success: true, results: [], meta: { rows_read: 0, rows_written: 1 } };

/** A D1 whose batches are answered by a tape. */
export function taped(database: D1Database, tape: Tape): D1Database {
  const withSession = (start?: string) => {
    const session = database.withSession(start as never);
    const batch = (statements: readonly Bound[]) =>
      tape.answer(
        // By the statements alone: values hold ids and leases that are made anew each time.
        statements.map(({ sql }) => sql).join("\n"),
        () => session.batch(statements.map(({ sql, params }) => session.prepare(sql).bind(...params))),
        statements.every(({ sql }) => WRITES.test(sql)) ? statements.map(() => WRITTEN) : undefined,
      );
    const prepare = (sql: string, params: readonly unknown[] = []): object => ({
      ...{ sql, params },
      bind: (...values: unknown[]) => prepare(sql, values),
    });
    return { prepare, batch, getBookmark: () => null };
  };
  return { ...withSession(), withSession } as unknown as D1Database;
}

/** An object whose named methods are answered by a tape: by their arguments, or in their order where they hold new ids. */
export function tapedMethods<Binding extends object>(
  binding: Binding,
  names: Readonly<Partial<Record<keyof Binding & string, "by arguments" | "in order">>>,
  tape: Tape,
): Binding {
  const methods = Object.entries(names).map(([name, key]) => [
    name,
    (...values: unknown[]) => {
      const method = binding[name as keyof Binding] as (...values: unknown[]) => Promise<unknown>;
      return tape.answer(key === "in order" ? name : asText([name, ...values]), () =>
        method.apply(binding, values),
      );
    },
  ]);
  return { ...binding, ...Object.fromEntries(methods) };
}

/** Values as a key: what was asked. */
export const asText = (values: readonly unknown[]): string =>
  JSON.stringify(values, (_, value) => (value instanceof Float32Array ? [...value] : value));
