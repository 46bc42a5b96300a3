/**
 * Bindings that remember what was answered, and later answer from memory: what is left of a request's time is then the
 * Worker's own JavaScript. Answers are kept as text, since a Worker parses what D1, Vectorize and Workers AI send.
 */

interface Bound {
  readonly sql: string;
  readonly params: readonly unknown[];
}

type Ask = () => Promise<unknown>;

/** Answers by what was asked; each is played as often as it was recorded, the last one for ever. */
export class Tape {
  private readonly answers = new Map<string, string[]>();
  private readonly played = new Map<string, number>();
  private isPlaying = false;

  /** From now on nothing is asked any more; what was recorded is answered from its beginning. */
  play(): void {
    this.isPlaying = true;
    this.played.clear();
  }

  async answer(asked: string, ask: Ask): Promise<unknown> {
    if (this.isPlaying) return this.next(asked);
    const answer = await ask();
    const known = this.answers.get(asked) ?? [];
    known.push(JSON.stringify(answer));
    this.answers.set(asked, known);
    return answer;
  }

  private next(asked: string): unknown {
    const known = this.answers.get(asked);
    if (known === undefined) throw new Error(`nothing was recorded of: ${asked.slice(0, 300)}`);
    const at = this.played.get(asked) ?? 0;
    this.played.set(asked, Math.min(at + 1, known.length - 1));
    return JSON.parse(known[at] ?? "null");
  }
}

const READS = /^\s*(?:--[^\n]*\s+)*(?:SELECT|WITH|EXPLAIN)\b/i;
/** A read by its values too; writes hold ids that are made anew each time, and answer the same. */
const nameOf = ({ sql, params }: Bound): string =>
  READS.test(sql) ? `${sql} ${JSON.stringify(params)}` : sql;

/** A D1 whose batches are answered by a tape. */
export function taped(database: D1Database, tape: Tape): D1Database {
  const withSession = (start?: string) => {
    const session = database.withSession(start as never);
    const batch = (statements: readonly Bound[]) =>
      tape.answer(statements.map(nameOf).join("\n"), () =>
        session.batch(statements.map(({ sql, params }) => session.prepare(sql).bind(...params))),
      );
    const prepare = (sql: string, params: readonly unknown[] = []): object => ({
      ...{ sql, params },
      bind: (...values: unknown[]) => prepare(sql, values),
    });
    return { prepare, batch, getBookmark: () => null };
  };
  return { ...withSession(), withSession } as unknown as D1Database;
}

/** An object whose named methods are answered by a tape, by their arguments. */
export function tapedMethods<Binding extends object>(
  binding: Binding,
  names: readonly (keyof Binding & string)[],
  tape: Tape,
): Binding {
  const methods = names.map((name) => [
    name,
    (...values: unknown[]) => {
      const method = binding[name] as (...values: unknown[]) => Promise<unknown>;
      const asked = JSON.stringify([name, ...values], (_, value) =>
        value instanceof Float32Array ? [...value] : value,
      );
      return tape.answer(asked, () => method.apply(binding, values));
    },
  ]);
  return { ...binding, ...Object.fromEntries(methods) };
}
