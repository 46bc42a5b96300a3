import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { datedNotes } from "./dated-notes.ts";

const MS_PER_SECOND = 1_000;

/** Writes notes with their times into a folder, and the questions beside it: what `recall eval --questions` reads. */
export function writeDatedNotes(
  folder: string,
  { notes, questions }: ReturnType<typeof datedNotes>,
): { readonly notesFolder: string; readonly questionsFile: string } {
  const notesFolder = join(folder, "notes");
  const questionsFile = join(folder, "questions.jsonl");
  for (const { path, text, mtimeMs } of notes) {
    const file = join(notesFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, mtimeMs / MS_PER_SECOND, mtimeMs / MS_PER_SECOND);
  }
  writeFileSync(questionsFile, questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  return { notesFolder, questionsFile };
}
