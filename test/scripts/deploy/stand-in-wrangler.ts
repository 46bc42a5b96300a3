/**
 * Stands in for the `wrangler` binary: answers what wrangler 4.164 printed against a recorded API, changes an account
 * in a file, notes each call in a log, and can kill whoever calls it.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { answerIn } from "./stand-in-answer.ts";

const { STAND_IN_FOLDER: folder = ".", WRANGLER_OUTPUT_FILE_PATH: outputFile } = process.env;
const answer = answerIn(folder, process.argv.slice(2), readFileSync(0, "utf8"));
const { code, stdout = "", stderr = "", output, isKilled } = answer;
if (output !== undefined && outputFile !== undefined)
  appendFileSync(outputFile, `${JSON.stringify(output)}\n`);
if (isKilled) process.kill(process.ppid, "SIGKILL");
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
