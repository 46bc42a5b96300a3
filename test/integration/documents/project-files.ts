import { randomNumbers } from "../../documents/generated-files.ts";

// A project as people have them: deep folders, names of several words, dates, prose, code, lists and tables.

const FOLDERS = [
  "docs/guides/deployment",
  "docs/reference/configuration",
  "packages/server/src/middleware",
  "packages/web/app/components/dashboard",
  "notes/2026-03",
  "decisions",
  "runbooks/on-call",
  "tests/integration/billing",
];
const SUBJECTS = [
  "payment retry",
  "session token",
  "rate limit",
  "vector index",
  "invoice export",
  "feature flag",
  "search ranking",
  "cache eviction",
];
const VERBS = ["rotate", "validate", "schedule", "replay", "compress", "audit", "restore", "throttle"];
const WORDS =
  "the queue waits until every worker has answered and a failed request is tried again with a longer delay so that no customer pays twice while the ledger is being rebuilt from its journal".split(
    " ",
  );
const ENDINGS = ["md", "ts", "py", "json"];

const random = randomNumbers(11);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const words = (count: number): string => Array.from({ length: count }, () => pick(WORDS)).join(" ");
const camel = (text: string): string =>
  text.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());

const prose = (subject: string): string =>
  Array.from(
    { length: 4 },
    (_, at) =>
      `## ${pick(VERBS)} the ${subject} ${at + 1}\n\nTo ${pick(VERBS)} a ${subject}, ${words(40)}.\n\n- ${words(12)}\n- ${words(9)}\n\n| step | \`${camel(subject)}\` |\n|---|---|\n| ${at} | ${words(6)} |\n`,
  ).join("\n");
const code = (subject: string): string =>
  Array.from({ length: 4 }, () => {
    const name = camel(`${pick(VERBS)} ${subject}`);
    return `/** ${words(14)} */\nexport async function ${name}(input: Request, { limit = ${Math.floor(random() * 900)} } = {}) {\n  const ${camel(subject)} = await store.get(\`${name}:\${input.url}\`);\n  return ${camel(subject)}?.filter((entry) => entry.state !== "done") ?? [];\n}\n`;
  }).join("\n");
const data = (subject: string): string =>
  JSON.stringify(
    Array.from({ length: 12 }, (_, id) => ({
      id,
      subject,
      verb: pick(VERBS),
      at: `2026-0${1 + (id % 9)}-11T08:15:00Z`,
    })),
    null,
    2,
  );

const TEXTS: Readonly<Record<string, (subject: string) => string>> = {
  md: prose,
  ts: code,
  py: code,
  json: data,
};

/** Files by path, the same ones every time. */
export function projectFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [at, folder] of FOLDERS.entries())
    for (const [of, subject] of SUBJECTS.entries()) {
      const ending = ENDINGS[(at + of) % ENDINGS.length] ?? "md";
      const name = `${pick(VERBS)}-${subject.replace(" ", "-")}-${folder.startsWith("notes") ? "2026-03-14" : pick(VERBS)}`;
      files[`${folder}/${name}.${ending}`] = `# ${subject}\n\n${TEXTS[ending]?.(subject) ?? ""}`;
    }
  return files;
}

/** So many different questions about them. */
export const questions = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => {
    const subject = SUBJECTS[at % SUBJECTS.length] ?? "";
    const verb = VERBS[Math.floor(at / SUBJECTS.length) % VERBS.length] ?? "";
    return at % 3 === 0
      ? `how do we ${verb} the ${subject}?`
      : `${verb} ${subject} ${WORDS[at % WORDS.length]}`;
  });
