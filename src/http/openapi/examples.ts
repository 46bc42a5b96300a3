import recorded from "./examples.json" with { type: "json" };

/** A call that was really made, and its answer; long lists and texts are cut. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer: unknown;
}

/** By operation. `UPDATE_EXAMPLES=1 npx vitest run test/openapi/examples.long.test.ts` records them anew. */
export const EXAMPLES: Readonly<Record<string, Example | undefined>> = recorded as Readonly<
  Record<string, Example>
>;
