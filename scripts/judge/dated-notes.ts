/**
 * `node scripts/judge/dated-notes.ts <folder> [seed]`: writes notes in which facts supersede each other, and questions
 * for them, for `recall eval <folder>/notes --questions <folder>/questions.jsonl`.
 */
import { datedNotes } from "../../test/quality/dated-notes.ts";
import { writeDatedNotes } from "../../test/quality/write-dated-notes.ts";

const [folder, seed = "1"] = process.argv.slice(2);
if (folder === undefined || !Number.isInteger(Number(seed))) {
  console.error("usage: node scripts/judge/dated-notes.ts <folder> [seed]");
  process.exit(2);
}
const set = datedNotes(Number(seed));
const { notesFolder, questionsFile } = writeDatedNotes(folder, set);
console.log(
  `${set.notes.length} notes in ${notesFolder}, ${set.questions.length} questions in ${questionsFile}`,
);
