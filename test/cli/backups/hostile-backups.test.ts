import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exportFile, readList } from "../../../src/cli/backups/backup-folder.ts";
import { fetchBackup } from "../../../src/cli/backups/bucket-backup.ts";
import { backupFolder } from "../../../src/cli/backups/default-folder.ts";
import { chooseBackup } from "../../../src/cli/backups/choose-backup.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const NAME = "recall-2026-11-24T031500Z";
const list = (slug: string) => ({
  ...{ format: "edge-recall-backup", formatVersion: 1, madeAt: "2026-11-24T03:15:00Z" },
  workspaces: [{ slug, name: "", version: 1, records: 0, checksum: "", pieces: { count: 1, attempt: 1 } }],
});

/** A server that answers what it likes. */
const server = (backups: readonly string[], answer: unknown) =>
  ({
    backups: async () => ({ backups }),
    backup: async () => answer,
    backupPiece: async () => ({ text: "{}\n" }),
  }) as unknown as Parameters<typeof fetchBackup>[0];

it.each([
  ["a workspace", [NAME], list("../../precious")],
  ["a backup", ["../outside"], list("notes")],
  ["what is no list", [NAME], { workspaces: [{ slug: 1 }] }],
])("a server that names %s as a path has nothing written", async (_, backups, answer) => {
  const around = temporaryFolder({ "precious.ndjson": "mine", "in/it/x": "" });
  const folder = join(around, "in/it");
  const fetched = fetchBackup(server(backups, answer), undefined, { folder, onProgress: () => undefined });
  await expect(fetched).rejects.toMatchObject({ code: "invalid_input" });
  expect(readdirSync(around)).toEqual(["in", "precious.ndjson"]);
  expect(readdirSync(folder)).toEqual(["x"]);
  expect(readFileSync(join(around, "precious.ndjson"), "utf8")).toBe("mine");
});

it("the export of a workspace is in its backup, whatever a server calls the workspace", () => {
  expect(exportFile("/b", { slug: "team-2" })).toBe(join("/b", "team-2.ndjson"));
  for (const slug of ["../x", "a/b", "", ".", "\0", "a\\b"])
    expect(() => exportFile("/b", { slug })).toThrow("as none can be named");
});

it("a backup that is a pipe, a device or a folder where a file should be is refused and not read", async () => {
  const folder = temporaryFolder({ "one/notes.ndjson": "" });
  mkdirSync(join(folder, "folder/backup.json"), { recursive: true });
  expect(() => readList(join(folder, "folder"))).toThrow("missing or damaged");
  expect(() => readList(join(folder, "nowhere"))).toThrow("missing or damaged");
  if (process.platform === "win32") return;
  mkdirSync(join(folder, "pipe"));
  execFileSync("mkfifo", [join(folder, "pipe/backup.json"), join(folder, "one/team.ndjson")]);
  expect(() => readList(join(folder, "pipe"))).toThrow("missing or damaged");
  const whole = list("team");
  const workspaces = whole.workspaces.map(({ pieces: _, ...kept }) => kept);
  writeFileSync(join(folder, "one/backup.json"), JSON.stringify({ ...whole, workspaces }));
  await expect(chooseBackup(join(folder, "one"))).rejects.toThrow("team.ndjson is missing, or no file");
  await expect(chooseBackup("/dev/zero")).rejects.toThrow("neither a folder nor a file");
});

it("a folder without a name, as of a variable that is not set, is not the one that the command runs in", async () => {
  const context = { cwd: temporaryFolder({}) } as Parameters<typeof backupFolder>[0];
  await expect(backupFolder(context, "")).rejects.toMatchObject({ code: "invalid_input" });
  expect(await backupFolder(context, ".")).toBe(context.cwd);
});
