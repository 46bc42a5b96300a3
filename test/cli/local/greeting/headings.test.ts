import { expect, it } from "vitest";
import { sampleQueries } from "../../../../src/cli/local/greeting/choose-sample.ts";

const headingOf = (text: string) => sampleQueries(["a.md"], () => text).headings[0]?.query;
const nameOf = (path: string) => sampleQueries([path], () => "").names[0]?.query;

it.each([
  "Table of Contents",
  "Getting started",
  "Quick start",
  "How to use",
  "How to install",
  "HOW TO CONTRIBUTE",
  "See also",
  "Release notes",
  "Change log",
  "Code of conduct",
  "2.0 the rewrite",
  "(1) the first part",
])("passes over the heading %s, which stands in every project", (heading) => {
  expect(headingOf(`## ${heading}`)).toBeUndefined();
});

it.each([
  "Getting started late",
  "Never getting started",
  "How to use keys",
  "Change log format",
  "Keys of 2026",
  "Über die Schlüssel",
  "鍵の回転 の手順",
])("takes the heading %s, which only begins or ends like one", (heading) => {
  expect(headingOf(`## ${heading}`)).toBe(heading);
});

it.each([
  "Costs of $5 keys",
  "Back \\slash keys",
  'Quote " keys',
  "– dashed keys here",
  "(bracketed) keys here",
])("passes over %s, which a shell or a command could read otherwise", (heading) => {
  expect(headingOf(`## ${heading}`)).toBeUndefined();
});

it.each([
  ["## [Rotating](x.md) the [keys](y.md)", "Rotating the keys"],
  ["## Rotating *the* _keys_ `now` ##", "Rotating the keys now"],
  ["### Rotating the keys", "Rotating the keys"],
  ["##   Rotating the keys  ", "Rotating the keys"],
  ["##\tRotating the keys", undefined],
  [" ## Rotating the keys", undefined],
  ["## ab cd", undefined],
  ["## abc d", "abc d"],
  ["   ```\n## In code\n```\n## Rotating the keys", "Rotating the keys"],
  ["    ```\n## Rotating the keys", "Rotating the keys"],
  ["```\n## In code", undefined],
  ["~~~\n## In code\n~~~\n## After code", "After code"],
])("reads of %j the heading %j", (text, heading) => {
  expect(headingOf(text)).toBe(heading);
});

it.each(["a.md", "a.MDX", "a.markdown"])("looks for headings in %s", (path) => {
  expect(sampleQueries([path], () => "## Rotating the keys").headings).toHaveLength(1);
});

it.each(["a.mdc", "a.txt", "amd", "a.md.bak"])("looks for none in %s", (path) => {
  expect(sampleQueries([path], () => "## Rotating the keys").headings).toEqual([]);
});

it.each([
  ["src/two_words.tar.gz", "two words tar"],
  ["a--b..c.md", "a b c"],
  ["plain", "plain"],
  [".env", ".env"],
  ["_.md", "_.md"],
  ["a/b/c d.md", "c d"],
])("makes of the name %s the words %j", (path, words) => {
  expect(nameOf(path)).toBe(words);
});

it.each<[string, readonly string[], readonly string[]]>([
  ["a README before its neighbours", ["b/a.md", "b/readme.md", "a.md"], ["a.md", "b/readme.md", "b/a.md"]],
  ["a README further down after what is above it", ["b/README.md", "z.md"], ["z.md", "b/README.md"]],
  ["a README by its name alone", ["my-readme.md", "a.md"], ["a.md", "my-readme.md"]],
  ["neighbours by their names", ["b.md", "a.md"], ["a.md", "b.md"]],
])("takes %s", (_, paths, order) => {
  const { headings } = sampleQueries(paths, () => "## Rotating the keys");
  expect(headings.map(({ path }) => path)).toEqual(order);
});

it("reads no more documents once it has twelve headings", () => {
  const read: string[] = [];
  const paths = ["a", "b", "c", "d", "e"].map((name) => `${name}.md`);
  sampleQueries(paths, (path) => {
    read.push(path);
    return "## Rotating one key\n## Rotating two keys\n## Rotating three keys\n## Rotating four keys";
  });
  expect(read).toEqual(["a.md", "b.md", "c.md", "d.md"]);
});
