/**
 * `node scripts/judge/secrets.ts [folder …]`: how many made-up secrets are found, and what is cut of the passages in these
 * folders: judged sets (`corpus.jsonl`, an entry a passage) or folders of texts, in the passages of a push. Each cut is
 * printed with what stands around it, never the secret: look at it, the texts may hold true ones.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";
import { withoutSecrets } from "../../src/redaction/redact.ts";
import { HELD_OUT } from "../../test/redaction/samples/held-out.ts";
import { KINDS, type Sample, samples } from "../../test/redaction/samples/sentences.ts";

const MAX_FILE_BYTES = 2_000_000;
/** Characters shown around a mark. */
const AROUND = 60;
const MARK = /\[redacted:\w+\]/g;

interface Passage {
  readonly place: string;
  readonly text: string;
}

function passagesOfSet(file: string): Passage[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const { _id = "", title = "", text = "" } = JSON.parse(line) as Record<string, string>;
      return { place: `${file}:${_id}`, text: `${title}\n${text}` };
    });
}

function passagesOf(folder: string): Passage[] {
  const set = join(folder, "corpus.jsonl");
  if (existsSync(set)) return passagesOfSet(set);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return passagesOf(path);
    if (!entry.isFile() || statSync(path).size > MAX_FILE_BYTES) return [];
    const { chunks } = chunkDocument({ path, text: readFileSync(path, "utf8") });
    return chunks.map(({ startLine, text }) => ({ place: `${path}:${startLine}`, text }));
  });
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function measureFound(name: string, all: readonly Sample[]): void {
  const isMissed = ({ before, secret, after }: Sample) =>
    withoutSecrets(before + secret + after).text.includes(secret);
  const missed = all.filter(isMissed);
  const kinds = [...Map.groupBy(missed, ({ kind }) => kind)].map(([kind, some]) => `${kind} ${some.length}`);
  console.log(
    `${name}: ${all.length - missed.length} of ${all.length} found (${share(all.length - missed.length, all.length)})`,
  );
  if (kinds.length > 0) console.log(`  missed: ${kinds.join(", ")}`);
}

function measureAlarms(folder: string): void {
  const passages = passagesOf(folder);
  const started = process.cpuUsage();
  const cut = passages.flatMap(({ place, text }) => {
    const { text: clean, found } = withoutSecrets(text);
    return found.length === 0 ? [] : [{ place, clean }];
  });
  const { user } = process.cpuUsage(started);
  const chars = passages.reduce((sum, { text }) => sum + text.length, 0);
  console.log(
    `${folder}: ${cut.length} of ${passages.length} passages cut, ${(chars / user).toFixed(0)} million characters a second of CPU`,
  );
  for (const { place, clean } of cut)
    for (const { index, 0: mark } of clean.matchAll(MARK)) {
      const near = clean.slice(Math.max(0, index - AROUND), index + mark.length + AROUND);
      console.log(`  ${place}: ${near.replaceAll(/\s+/g, " ")}`);
    }
}

measureFound(`${KINDS.length} kinds`, samples());
measureFound(`${HELD_OUT.length} kinds more`, samples(HELD_OUT));
for (const folder of process.argv.slice(2)) measureAlarms(folder);
