import { spawnSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Job {
  readonly "runs-on": string;
  readonly "timeout-minutes": number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Field {
  readonly type: string;
  readonly id: string;
  readonly attributes: { readonly label: string; readonly options?: readonly string[] };
}

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly Field[];
}

const yamlOf = <Content>(path: string): Content => parse(readFileSync(path, "utf8")) as Content;
const paths = (pattern: string): readonly string[] =>
  globSync(pattern).map((path) => path.replaceAll("\\", "/"));

const WORKFLOWS = [...paths(".github/workflows/*.yml"), "examples/ci-search/workflow.yml"];
const FORMS = paths(".github/ISSUE_TEMPLATE/*.yml").filter((path) => !path.endsWith("config.yml"));
const { scripts } = yamlOf<{ scripts: Readonly<Record<string, string>> }>("package.json");

/** Names of npm scripts that a job runs, those of its matrix included. */
function scriptsOf({ steps, strategy }: Job): readonly string[] {
  const named = steps.flatMap(({ run = "" }) =>
    [...run.matchAll(/npm run (?:-\S+ )*([\w:-]+)/g)].map(([, name = ""]) => name),
  );
  return [...named, ...((strategy?.matrix.run ?? []) as readonly string[])];
}

describe.each(WORKFLOWS)("%s", (path) => {
  const workflow = yamlOf<Workflow>(path);
  const jobs = Object.values(workflow.jobs);

  it("runs scripts that exist, by actions of a fixed major version, in bounded time, and reads only", () => {
    expect(jobs.flatMap(scriptsOf).filter((name) => scripts[name] === undefined)).toEqual([]);
    const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(actions.filter((action) => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
    expect(jobs.filter((job) => !(job["timeout-minutes"] <= 90))).toEqual([]);
    expect(workflow.permissions).toEqual({ contents: "read" });
  });
});

describe("the workflows", () => {
  it("run every long check at night", () => {
    const { jobs } = yamlOf<Workflow>(".github/workflows/nightly.yml");
    expect(Object.values(jobs).flatMap(scriptsOf)).toEqual(
      expect.arrayContaining(["test:long", "faults", "fuzz", "scale", "conformance"]),
    );
  });

  it("publish with provenance", () => {
    const { jobs } = yamlOf<Workflow>(".github/workflows/release.yml");
    expect(jobs.publish?.permissions).toMatchObject({ "id-token": "write" });
    expect(jobs.publish?.steps.map(({ run }) => run)).toContain("npm publish --provenance --access public");
  });
});

describe.each(FORMS)("%s", (path) => {
  it("is a form that GitHub shows", () => {
    const { name, description, body } = yamlOf<Form>(path);
    expect([name, description]).toEqual([expect.any(String), expect.any(String)]);
    const ids = body.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, attributes } of body) {
      expect(["input", "textarea", "dropdown"]).toContain(type);
      expect(attributes.label).toMatch(/\S/);
      if (type === "dropdown") expect(attributes.options?.length).toBeGreaterThan(1);
    }
  });
});

describe("the examples", () => {
  it.each(paths("examples/*/*.sh"))("%s is a script that bash can read, and may be run", (path) => {
    expect(spawnSync("bash", ["-n", path], { encoding: "utf8" }).stderr).toBe("");
    expect(statSync(path).mode & 0o111).not.toBe(0);
  });

  it("have a configuration that is JSON", () => {
    expect(JSON.parse(readFileSync("examples/agent/mcp.json", "utf8"))).toMatchObject({ mcpServers: {} });
  });
});

describe("the change log", () => {
  it("has what is not released yet, then this version", () => {
    const { version } = yamlOf<{ version: string }>("package.json");
    const headings = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (.+)$/gm)].map(
      ([, text]) => text,
    );
    expect(headings.slice(0, 2)).toEqual(["Unreleased", version]);
  });
});

it("has at most sixteen files in a folder of src", () => {
  const files = paths("src/**/*").filter((path) => statSync(path).isFile());
  const byFolder = Map.groupBy(files, (path) => path.slice(0, path.lastIndexOf("/")));
  expect([...byFolder].filter(([, own]) => own.length > 16).map(([folder]) => folder)).toEqual([]);
});
