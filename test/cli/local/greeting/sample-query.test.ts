import { describe, expect, it } from "vitest";
import { type SampleQuery, sampleQueries } from "../../../../src/cli/local/greeting/choose-sample.ts";

const candidatesOf = (documents: Readonly<Record<string, string>>) =>
  sampleQueries(Object.keys(documents), (path) => documents[path]);

/** What is tried first. */
const sampleOf = (documents: Readonly<Record<string, string>>): SampleQuery | undefined => {
  const { headings, names } = candidatesOf(documents);
  return headings[0] ?? names[0];
};

describe("the first search of a folder", () => {
  it("is a heading of its README, without marks", () => {
    const documents = {
      "a.md": "## A heading of another file",
      "README.md": "# Title\n\n## Installation\n\n## How `search` [works](x.md) ##\n",
    };
    expect(sampleOf(documents)).toEqual({ query: "How search works", path: "README.md" });
  });

  it("passes over headings in code, one-word headings, commonplaces, versions and sentences", () => {
    const text = [
      "```sh\n## not a heading\n```",
      "## Usage",
      "## Getting Started",
      "## 1.2.0 (2026-01-01)",
      "## A heading that goes on for far too many words to search",
      "### Rotating the keys",
    ].join("\n");
    expect(sampleOf({ "deep/er/notes.md": text })?.query).toBe("Rotating the keys");
  });

  it("passes over headings that a terminal or a shell would read something into, or that look like an option", () => {
    const hostile = [
      "## Run $(touch here) now",
      "## Costs of $HOME care",
      "## Ends with \\ a backslash",
      '## Says "quoted words" here',
      "## Clear \u001b[2J the screen",
      "## Turned \u202e around text",
      "## --url=https://evil.example and more",
    ];
    const text = [...hostile, "## Rotating the keys"].join("\n");
    expect(sampleOf({ "a.md": text })?.query).toBe("Rotating the keys");
    for (const heading of hostile) expect(sampleOf({ "a.md": heading })?.query, heading).toBe("a");
  });

  it("takes no file whose name a terminal would not show as it is, or that looks like an option", () => {
    const text = "## Rotating the keys";
    expect(sampleOf({ "\u001b[2J.md": text, "-n.md": text })).toBeUndefined();
    expect(sampleOf({ "\u202e.md": text, "deep/a.md": text })?.path).toBe("deep/a.md");
  });

  it("is a question where a document asks one, and nothing from what every project has", () => {
    const text = "## Rotating the keys\n## Where do backups go?\n";
    const changes = "## Fixed in the summer\n";
    expect(sampleOf({ "CHANGELOG.md": changes, "LICENSE.md": changes, "guides/a.md": text })).toEqual({
      query: "Where do backups go?",
      path: "guides/a.md",
    });
  });

  it("is what a comment says where there is code alone", () => {
    const code = `import x from "y";\n/** Short. */\nconst a = 1;\n/**\n * Rotates the signing key of a workspace. Throws.\n */\nfunction b() {}\n`;
    expect(sampleOf({ "src/keys.ts": code })).toEqual({
      query: "Rotates the signing key of a workspace",
      path: "src/keys.ts",
    });
    const python = 'def f():\n    """Return the keys that a server still accepts."""\n';
    expect(sampleOf({ "keys.py": python })?.query).toBe("Return the keys that a server still accepts");
    const hostile = "/** Runs the command $(touch here) in every shell. */\n";
    expect(sampleOf({ "src/keys.ts": hostile })?.query).toBe("keys");
  });

  it("prefers documents near the top", () => {
    const documents = { "a/b/c.md": "## Deep down below", "z/x.md": "## Further up here" };
    expect(sampleOf(documents)?.path).toBe("z/x.md");
  });

  it("is the words of a file's name where no document has a heading", () => {
    expect(sampleOf({ LICENSE: "", "src/token_bucket-limiter.py": "pass", "src/z.py": "" })).toEqual({
      query: "token bucket limiter",
      path: "src/token_bucket-limiter.py",
    });
  });

  it("leaves out of a file's name the number or date that it is sorted by, unless that is all", () => {
    expect(
      candidatesOf({ "0003-caches.md": "", "2026-01-03-weekly notes.md": "", "404.md": "" }).names,
    ).toEqual([
      { query: "weekly notes", path: "2026-01-03-weekly notes.md" },
      { query: "caches", path: "0003-caches.md" },
      { query: "404", path: "404.md" },
    ]);
  });

  it("does without documents, and without those it cannot read", () => {
    expect(sampleOf({})).toBeUndefined();
    const gone = { query: "gone", path: "gone.md" };
    expect(sampleQueries(["gone.md"], () => undefined)).toEqual({ headings: [], names: [gone] });
  });

  it("has up to twelve headings to choose from, three of one document at most, and three names", () => {
    const text = ["one", "two", "three", "four"].map((word) => `## The ${word} heading`).join("\n");
    const paths = Array.from({ length: 9 }, (_, at) => `doc-${at}.md`);
    const { headings, names } = candidatesOf(Object.fromEntries(paths.map((path) => [path, text])));
    const from = [0, 1, 2, 3].flatMap((at) => Array.from({ length: 3 }, () => `doc-${at}.md`));
    expect(headings.map(({ path }) => path)).toEqual(from);
    expect(names.map(({ query }) => query)).toEqual(["doc 0", "doc 1", "doc 2"]);
  });
});
