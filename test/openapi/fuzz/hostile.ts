/** Texts that have broken parsers, databases and addresses. */
export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u202e",
  "\ud800",
  "../../etc/passwd",
  "..\\..\\x",
  "%00",
  "%2e%2e%2f",
  "'; DROP TABLE documents; --",
  '" OR 1=1 --',
  "{{7*7}}",
  "<script>alert(1)</script>",
  "${" + "env}",
  "__proto__",
  "constructor",
  "-1",
  "1e999",
  "NaN",
  "null",
  "undefined",
  "true",
  "0x10",
  "१२३",
  "a".repeat(5_000),
  "é".repeat(300),
  "😀".repeat(200),
  "\n".repeat(100),
];

/** Values of every type that JSON has. */
export const WRONG_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  "",
  "text",
  [],
  [[]],
  {},
  { $gt: "" },
  [null],
];

/** Keys that objects of JavaScript have already. */
export const ODD_KEYS: readonly string[] = [
  "constructor",
  "toString",
  "hasOwnProperty",
  "extra",
  "$where",
  "",
  "a.b",
];

/** Bodies that are no JSON of an object. */
export const BROKEN_BODIES: readonly string[] = [
  "",
  " ",
  "{",
  "}",
  "[",
  "nul",
  "NaN",
  "{'a': 1}",
  '{"a": 1,}',
  '{"a": 01}',
  "\ufeff",
  "\0",
  '"text"',
  "[]",
  "null",
  "1",
  "a=1&b=2",
  "<a/>",
  `${"[".repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  `"${"a".repeat(1_000_000)}"`,
];

/** What is not said to be JSON. */
export const WRONG_TYPES: readonly string[] = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/jsonp",
  "json",
  "*/*",
];
