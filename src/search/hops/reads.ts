import type { Statement, Values } from "../../database/statement.ts";
import type { Vector, VectorMatch } from "../../models/ports.ts";
import type { SearchDeps } from "./deps.ts";

/** The name of an answer within one search, which carries the answer's type. */
export interface AnswerName<Answer> {
  readonly name: string;
  /** For the type alone: never there. */
  readonly answer?: (answer: Answer) => Answer;
}

export const answerName = <Answer>(name: string): AnswerName<Answer> => ({ name });

/** A question to the database, and how its rows become the answer. */
export interface DatabaseRead {
  readonly name: string;
  readonly statement: Statement;
  readonly values: Values;
  answer(rows: readonly unknown[]): unknown;
}

interface Question<Row, Answer> {
  readonly statement: Statement<Row>;
  readonly values: Values;
  readonly answer: (rows: readonly Row[]) => Answer;
}

export const databaseRead = <Row, Answer>(
  { name }: AnswerName<Answer>,
  { answer, ...question }: Question<Row, Answer>,
): DatabaseRead => ({ ...question, name, answer: (rows) => answer(rows as readonly Row[]) });

/** A question to the vector index: what is nearest to a vector, with the filters that the index applies itself. */
interface IndexRead {
  readonly name: string;
  readonly vector: Vector;
}

export const indexRead = ({ name }: AnswerName<readonly VectorMatch[]>, vector: Vector): IndexRead => ({
  name,
  vector,
});

export interface Reads {
  readonly database?: readonly DatabaseRead[] | undefined;
  readonly index?: readonly IndexRead[] | undefined;
}

export interface Answers {
  /** Undefined: it was not asked, or did not come. */
  of<Answer>(name: AnswerName<Answer>): Answer | undefined;
  /** With more of them; a later answer takes the place of an earlier one of its name. */
  with(more: Iterable<readonly [name: string, answer: unknown]>): Answers;
}

export const answersOf = (known: ReadonlyMap<string, unknown> = new Map()): Answers => ({
  of: <Answer>({ name }: AnswerName<Answer>) => known.get(name) as Answer | undefined,
  with: (more) => answersOf(new Map([...known, ...more])),
});

/** Runs statements in one batch, one round trip, and answers each under its name. Nothing asked: no round trip. */
export async function askDatabase(
  { db, hops }: Pick<SearchDeps, "db" | "hops">,
  reads: readonly DatabaseRead[],
): Promise<readonly (readonly [name: string, answer: unknown])[]> {
  if (reads.length === 0) return [];
  const statements = reads.map(({ name, statement, values }) => [name, db.bind(statement, values)] as const);
  const answers = await hops.during(() => db.batch(Object.fromEntries(statements)));
  return reads.map(({ name, answer }) => [name, answer(answers[name] ?? [])]);
}
