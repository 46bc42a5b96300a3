/** Deterministic numbers in [0, 1): a linear congruential generator (Numerical Recipes, 3rd edition, section 7.1). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = (
  "alpha beta gamma system search index vector token query passage model worker cache storage answer value name " +
  "count limit offset stream buffer thread window section title line column text a the of and to in is it for with"
).split(" ");

type Random = () => number;

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Words of a small vocabulary, as text repeats itself. */
export function words(random: Random, count: number): string {
  return times(count, () => pick(random, WORDS)).join(" ");
}

function markdownBlock(random: Random): string {
  const kind = random();
  const some = (least: number, more: number) => least + Math.floor(random() * more);
  if (kind < 0.5) return times(some(2, 4), () => words(random, 12)).join("\n");
  if (kind < 0.7) return times(some(3, 8), () => `- ${words(random, 8)}`).join("\n");
  if (kind < 0.85) return ["```js", ...times(some(3, 12), () => statement(random)), "```"].join("\n");
  return [
    "| a | b |",
    "|---|---|",
    ...times(some(3, 10), () => `| ${words(random, 3)} | ${words(random, 4)} |`),
  ].join("\n");
}

function statement(random: Random): string {
  return `  const ${pick(random, WORDS)}${Math.floor(random() * 99)} = ${pick(random, WORDS)}("${words(random, 2)}");`;
}

function body(random: Random, most: number): string {
  return times(1 + Math.floor(random() * most), () => (random() < 0.12 ? "" : statement(random))).join("\n");
}

/** A file of about 200 chunks or more, by kind; the path gives its language. */
export const GENERATED: Readonly<
  Record<string, { readonly path: string; readonly make: (random: Random) => string }>
> = {
  "text in lines": { path: "a.txt", make: (random) => times(3300, () => words(random, 12)).join("\n") },
  "text in paragraphs": {
    path: "a.txt",
    make: (random) =>
      times(900, () => times(1 + Math.floor(random() * 6), () => `${words(random, 11)}.`).join("\n")).join(
        "\n\n",
      ),
  },
  "paragraphs of one line": {
    path: "a.txt",
    make: (random) => times(400, () => `${words(random, 40 + Math.floor(random() * 120))}.`).join("\n\n"),
  },
  "Markdown with one huge section": {
    path: "a.md",
    make: (random) => `# Title\n\n${times(750, () => markdownBlock(random)).join("\n\n")}\n`,
  },
  "Markdown with many sections": {
    path: "a.md",
    make: (random) =>
      times(
        150,
        (index) => `## ${words(random, 3)} ${index}\n\n${times(5, () => markdownBlock(random)).join("\n\n")}`,
      ).join("\n\n"),
  },
  "code with many functions": {
    path: "a.ts",
    make: (random) =>
      times(
        230,
        (index) => `/** ${words(random, 9)}. */\nexport function f${index}() {\n${body(random, 30)}\n}`,
      ).join("\n\n"),
  },
  "one long function": {
    path: "a.js",
    make: (random) => `function huge() {\n${times(400, () => body(random, 20)).join("\n")}\n}\n`,
  },
  "many constants": {
    path: "a.ts",
    make: (random) => times(2600, (index) => `export const c${index} = "${words(random, 6)}";`).join("\n"),
  },
  "Python classes": {
    path: "a.py",
    make: (random) =>
      times(45, (index) => {
        const method = (number: number) =>
          `    def m${number}(self, x):\n        """${words(random, 7)}."""\n${times(8, () => `        x = ${pick(random, WORDS)}(x)  # ${words(random, 4)}`).join("\n")}`;
        return `class C${index}:\n${times(6, method).join("\n\n")}`;
      }).join("\n\n\n"),
  },
  CSV: {
    path: "a.csv",
    make: (random) =>
      `id,name,note\n${times(3500, (index) => `${index},${pick(random, WORDS)},${words(random, 7)}`).join("\n")}\n`,
  },
  HTML: {
    path: "a.html",
    make: (random) => `<h1>Title</h1>\n${times(950, () => `<p>${words(random, 40)}</p>`).join("\n")}\n`,
  },
  YAML: {
    path: "a.yaml",
    make: (random) =>
      times(
        700,
        (index) =>
          `key${index}:\n${times(8, () => `  ${pick(random, WORDS)}: ${words(random, 4)}`).join("\n")}`,
      ).join("\n"),
  },
};
