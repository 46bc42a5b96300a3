const OPENING = /^(?:\\b|\(\?:|\()+/;
const LITERAL = /^(?:[\w:/~-]|\\[.-])*(?![?*+{|])/;

/** The characters that a pattern without alternatives begins with, in lower case: `ghp_` of `\\b(ghp_[a-z]{36})`. */
export function startOf(source: string): string {
  const [start = ""] = LITERAL.exec(source.replace(OPENING, "")) ?? [];
  return start.replaceAll("\\", "").toLowerCase();
}
