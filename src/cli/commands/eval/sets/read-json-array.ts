import { createReadStream } from "node:fs";
import { invalid } from "../../../failures.ts";
import { unreadable } from "./read-json-lines.ts";

async function* chunksOf(file: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 20 });
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(`${where} is not JSON`, { cause });
  }
}

/**
 * Objects of a JSON file that is one list of them, in order, one in memory at a time: published sets have gigabytes. Throws
 * AppError for a file that cannot be read, is no list, or ends in the middle.
 */
export async function* jsonArrayOf(file: string): AsyncGenerator<unknown> {
  let [depth, count, isText, isEscaped, text] = [0, 0, false, false, ""];
  for await (const chunk of chunksOf(file)) {
    if (depth === 0 && count === 0 && !/^\s*\[/.test(chunk)) throw invalid(`${file} is no JSON list`);
    let start = depth > 1 ? 0 : chunk.length;
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (char === "\\") isEscaped = true;
        else if (char === '"') isText = false;
      } else if (char === '"') isText = true;
      else if (char === "{" || char === "[") {
        if (depth === 1) start = at;
        depth += 1;
      } else if (char === "}" || char === "]") {
        depth -= 1;
        if (depth !== 1) continue;
        count += 1;
        yield parsed(text + chunk.slice(start, at + 1), `${file} entry ${count}`);
        [text, start] = ["", chunk.length];
      }
    }
    text += chunk.slice(start);
  }
  if (depth !== 0 || count === 0)
    throw invalid(`${file} ${count === 0 ? "has no entries" : "ends too early"}`);
}
