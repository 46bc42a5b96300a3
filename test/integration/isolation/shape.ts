import type { CaseRequest } from "./case.ts";
import type { Names } from "./places.ts";

/** What differs from run to run, with the letters of random ids (their tokens), or where a range of an index ends; the asker's own searches. */
export const PASSING = [
  "timings",
  "ms",
  "totalMs",
  "recallId",
  "tokens",
  "rowsRead",
  "searches",
  "cursor",
  "at",
];

/** Ranks, and what follows from them: equals are in the order of their ids, which are random. */
const RANKED = ["arms", "fused", "score", "number", "rank"];

/** A value without the fields of these names, lists apart. */
export const without = (names: readonly string[], value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner) =>
      names.includes(name) && !Array.isArray(inner) ? undefined : inner,
    ) ?? "null",
  );

/** Lists in the order of what they say: their own may be that of random ids. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(sorted(one)));
    return texts.toSorted().map((text) => JSON.parse(text));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)]));
};

/** An answer without what names the asker or what was asked for. */
export const shape = (value: unknown): string =>
  JSON.stringify(
    sorted(
      JSON.parse(
        JSON.stringify(without([...PASSING, ...RANKED], value))
          .replace(/rcl_[\w.-]+/g, "token")
          .replace(/"key":"[\w-]{43}"/g, '"key":"secret"')
          .replace(/whsec_[\w+/=]+/g, "secret")
          .replace(/zar[bc]on/gi, "theirs")
          .replace(/twin-\d/g, "twin")
          .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]+/g, "recall")
          .replace(/[0-9a-f]{32}/g, "hash")
          // A page of the access log goes on by the asker's own number.
          .replace(/"nextCursor":"\d+\./g, '"nextCursor":"1.')
          .replace(/"id":\d+/g, '"id":1')
          .replace(/"sources":\[[\d,]+\]/g, '"sources":[1]')
          .replace(/"[a-km-np-z2-9]{16}"/g, '"token"')
          .replace(/(?<![:\w])[0-9a-f]{10,12}\b/g, "start"),
      ),
    ),
  );

/** Where two texts part, for a message that can be read. */
export const parting = (a: string, b: string): string => {
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return [a, b].map((text) => text.slice(Math.max(0, at - 100), at + 100)).join(" <> ");
};

/** Ids and words of somebody else in an answer, that its request did not name. */
export function told(names: Names, answer: unknown, request: CaseRequest): readonly string[] {
  const ids = [
    names.chunk,
    names.memory,
    names.superseded,
    names.forgotten,
    names.recall,
    names.token,
    names.webhook,
    names.signIn,
  ];
  const [text, asked] = [JSON.stringify(answer), JSON.stringify(request)];
  return [names.content, ...ids].filter((mark) => text.includes(mark) && !asked.includes(mark));
}
