/** What a span says beside its name and times: codes, counts and names of parts; never a text, a path, a query or a token. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Makes a call on the outside (database, vector index, model) a span of its request's trace, and answers what the call does. */
export type Span = <Answer>(
  name: string,
  attributes: SpanAttributes,
  call: () => Promise<Answer>,
) => Promise<Answer>;

/** Of what nobody traces. */
export const untraced: Span = (_name, _attributes, call) => call();
