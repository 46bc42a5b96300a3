interface ShownText {
  readonly citation: string;
  /** Its lines without their indents; each ends with a line's end. */
  readonly text: string;
  readonly next?: string;
  readonly note?: string;
}

const HEAD = /^==> (.*) <==$/;
const CUT = /^\[cut: get (.*)\]$/;
const NOTE = /^\[(.*)\]$/;

/** What the text of `get` shows, read back by its heads and indents as an agent reads it. */
export function passagesIn(text: string): readonly ShownText[] {
  const parts = text.split(/^(?===> )/m).filter((part) => part.startsWith("==> "));
  return parts.map((part) => {
    const [head = "", ...rest] = part.split("\n");
    const marks = rest.findIndex((line) => line.startsWith("["));
    // Between two passages there is an empty line, and one more behind the last line's end.
    const end = marks === -1 ? rest.slice(0, rest.at(-2) === "" ? -2 : -1) : rest.slice(0, marks);
    const told = marks === -1 ? [] : rest.slice(marks);
    const cut = told.map((line) => CUT.exec(line)?.[1]).find((next) => next !== undefined);
    const note = told.find((line) => NOTE.test(line) && !CUT.test(line));
    return {
      citation: HEAD.exec(head)?.[1] ?? "",
      text: end.map((line) => `${line.replace(/^ {3}/, "")}\n`).join(""),
      ...(cut !== undefined && { next: cut }),
      ...(note !== undefined && { note: note.slice(1, -1) }),
    };
  });
}
