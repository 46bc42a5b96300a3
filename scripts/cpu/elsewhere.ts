/**
 * Bindings as an account has them: the database computes on a machine of its own, one batch after the other, and models
 * answer late. What was answered first is answered again from memory, after the time that it takes there.
 */
import { setTimeout as later } from "node:timers/promises";
import { asText } from "./tape.ts";

interface Bound {
  readonly sql: string;
  readonly params: readonly unknown[];
}

interface Timed {
  /** Milliseconds of SQL, as D1 counts them. */
  readonly meta: { readonly duration: number };
}

type Answer = () => Promise<unknown>;

/** What is answered from memory, once `play` was called, after `ms`: that of what was recorded, or of the call. */
export class Elsewhere {
  private readonly answers = new Map<string, string>();
  private isPlaying = false;
  /** When the database has answered all that it was asked. */
  private freeAtMs = 0;

  /** From now on nothing is asked any more. */
  play(): void {
    this.isPlaying = true;
  }

  /** A database that answers one batch at a time. */
  database(database: D1Database): D1Database {
    const withSession = (start?: string) => {
      const session = database.withSession(start as never);
      const batch = (statements: readonly Bound[]) =>
        this.isPlaying
          ? this.batchAgain(statements)
          : this.recorded(statements, () =>
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

  /** An object one of whose methods answers after so many milliseconds. */
  late<Binding extends object>(
    binding: Binding,
    name: keyof Binding & string,
    msOf: (first: unknown) => number,
  ): Binding {
    const method = async (...values: unknown[]): Promise<unknown> => {
      const ask: Answer = () => (binding[name] as (...values: unknown[]) => Promise<unknown>)(...values);
      const key = asText([name, ...values]);
      if (!this.isPlaying) return this.kept(key, await ask());
      await later(msOf(values[0]));
      return JSON.parse(this.known(key));
    };
    return { ...binding, [name]: method };
  }

  private async recorded(statements: readonly Bound[], ask: () => Promise<readonly unknown[]>) {
    const answers = await ask();
    for (const [at, { sql, params }] of statements.entries()) {
      this.kept(asText([sql, params]), answers[at]);
      // What is written has ids of its own each time.
      this.kept(sql, answers[at]);
    }
    return answers;
  }

  private async batchAgain(statements: readonly Bound[]): Promise<readonly unknown[]> {
    const texts = statements.map(
      ({ sql, params }) => this.answers.get(asText([sql, params])) ?? this.known(sql),
    );
    const answers = JSON.parse(`[${texts.join(",")}]`) as readonly Timed[];
    const nowMs = performance.now();
    this.freeAtMs =
      Math.max(nowMs, this.freeAtMs) + answers.reduce((sum, { meta }) => sum + meta.duration, 0);
    await later(this.freeAtMs - nowMs);
    return answers;
  }

  private kept<Value>(key: string, answer: Value): Value {
    this.answers.set(key, JSON.stringify(answer));
    return answer;
  }

  private known(key: string): string {
    const answer = this.answers.get(key);
    if (answer === undefined) throw new Error(`nothing was recorded of: ${key.slice(0, 300)}`);
    return answer;
  }
}
