import type { Value } from "../../database/statement.ts";
import {
  END_NAMES,
  type Ends,
  type KeyTest,
  type NumberTest,
  type ValueTest,
} from "../query/metadata-test.ts";

/** Notes a value and answers its parameter. */
export type Parameter = (value: Value) => string;

const SIGNS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

const between = (expression: string, ends: Ends, parameter: Parameter): string =>
  END_NAMES.flatMap((name) => {
    const end = ends[name];
    return end === undefined ? [] : [`${expression} ${SIGNS[name]} ${parameter(end)}`];
  }).join(" AND ");

const among = (expression: string, values: readonly unknown[], parameter: Parameter): string =>
  `${expression} IN (SELECT value FROM json_each(${parameter(JSON.stringify(values))}))`;

/** A column's number. */
export const numberSql = (column: string, test: NumberTest, parameter: Parameter): string =>
  "values" in test ? among(column, test.values, parameter) : between(column, test.ends, parameter);

const DIGITS = (count: number): string => "[0-9]".repeat(count);
/** Nothing else that the database reads as a time: no number, no "now". The day is one that the month has. */
const IS_DATED = `v.type = 'text' AND v.atom GLOB '${DIGITS(4)}-${DIGITS(2)}-${DIGITS(2)}*'
  AND date(substr(v.atom, 1, 10)) = substr(v.atom, 1, 10)`;
/** Milliseconds. */
const INSTANT = "CAST(round(unixepoch(v.atom, 'subsec') * 1000) AS INTEGER)";

/** One of the values of a key: `v` is a row of json_each, whose `atom` knows texts from numbers, and booleans by `type`. */
function itemSql(test: Exclude<ValueTest, { readonly kind: "exists" }>, parameter: Parameter): string {
  if (test.kind === "numbers")
    return `v.type IN ('integer', 'real') AND ${between("v.atom", test.ends, parameter)}`;
  if (test.kind === "dates") return `${IS_DATED} AND ${between(INSTANT, test.ends, parameter)}`;
  const plain = test.values.filter((value) => typeof value !== "boolean");
  const parts = [
    ...(plain.length === 0
      ? []
      : [`v.type IN ('text', 'integer', 'real') AND ${among("v.atom", plain, parameter)}`]),
    ...[true, false].filter((value) => test.values.includes(value)).map((value) => `v.type = '${value}'`),
  ];
  return parts.map((part) => `(${part})`).join(" OR ");
}

/** Conditions on the metadata of `d`: the values of one key, each test on one of them. */
export function keySql({ key, tests }: KeyTest, parameter: Parameter): readonly string[] {
  const path = parameter(`$."${key}"`);
  return tests.map((test) =>
    test.kind === "exists"
      ? `coalesce(json_type(d.metadata, ${path}), 'null') ${test.exists ? "<>" : "="} 'null'`
      : `json_type(d.metadata, ${path}) <> 'object'
          AND EXISTS (SELECT 1 FROM json_each(d.metadata, ${path}) v WHERE ${itemSql(test, parameter)})`,
  );
}
