/** What begins the answer that a model was asked for; whatever it puts before it is not the answer. */
const BEGINS = /\{\s*"sentences"\s*:\s*\[/;

/** Reasoning that a model puts before its answer. */
const THINKS = "<think>";
const THOUGHT = "</think>";

/** The objects of the list `sentences` in a text that comes in parts: each once its last brace is there, as JSON. */
export function sentenceReader(): (part: string) => readonly string[] {
  let text = "";
  let at = -1;
  const scan = { depth: 0, isInString: false, isEscaped: false, from: 0, hasEnded: false };
  return (part) => {
    text += part;
    if (at === -1) at = beginningOf(text);
    const objects: string[] = [];
    for (; at >= 0 && at < text.length && !scan.hasEnded; at++) {
      const end = step(scan, text, at);
      if (end !== undefined) objects.push(text.slice(scan.from, end));
    }
    return objects;
  };
}

/** Where the list begins; -1: not yet. */
function beginningOf(text: string): number {
  const thought = text.lastIndexOf(THOUGHT);
  if (thought === -1 && text.trimStart().startsWith(THINKS)) return -1;
  const after = thought === -1 ? 0 : thought + THOUGHT.length;
  const begins = BEGINS.exec(text.slice(after));
  return begins === null ? -1 : after + begins.index + begins[0].length;
}

interface Scan {
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  from: number;
  hasEnded: boolean;
}

/** Goes one character on; the place behind an object that ends with it. */
function step(scan: Scan, text: string, at: number): number | undefined {
  const character = text[at];
  if (scan.isInString) {
    if (scan.isEscaped) scan.isEscaped = false;
    else if (character === "\\") scan.isEscaped = true;
    else if (character === '"') scan.isInString = false;
    return undefined;
  }
  if (character === '"') scan.isInString = true;
  else if (character === "{" || character === "[") {
    if (scan.depth === 0) scan.from = at;
    scan.depth += 1;
  } else if (character === "}" || character === "]") {
    scan.depth -= 1;
    if (scan.depth < 0) scan.hasEnded = true;
    if (scan.depth === 0) return at + 1;
  }
  return undefined;
}
