// Functions that no keyword announces: `static int parse(char *s) {`, `Task<User> FindById(Guid id)`, `async get(id) {`.

const STATEMENTS = new Set(
  (
    "return throw new else if for foreach while switch case catch do using delete await yield goto assert typedef " +
    "package import lock fixed super this function const let var try finally sizeof defer echo print typeof void 0"
  )
    .split(" ")
    .filter((word) => word !== "void"),
);
const FIRST_WORD = /^[\w$]+/;
const NAME_AT_END = /(?:^|[^\w$~:#])((?:[\w$]{1,80}(?:<[^<>]{0,80}>)?::){0,6}[~#]?[\w$]{1,120})$/;
/** What stands before the name of a typed function: words, generic arguments, pointers. */
const TYPE_BEFORE = /[\w>\]*&?,)]\s*$/;
const MODIFIERS =
  /^(?:(?:public|private|protected|internal|static|async|override|readonly|abstract|get|set|accessor|explicit|inline|virtual|constexpr|declare)\s+|\*\s*)*$/;

/**
 * Name path of the function or method that `line` begins to define, or undefined. `within` is the class around it,
 * whose name marks a constructor. With "untyped", a name with parameters and modifiers is enough.
 */
export function callableName(
  line: string,
  within: string | undefined,
  style: "typed" | "untyped" = "typed",
): readonly string[] | undefined {
  const open = line.indexOf("(");
  if (open <= 0 || STATEMENTS.has(FIRST_WORD.exec(line)?.[0] ?? "")) return undefined;
  if (endsStatement(line, open)) return undefined;
  const before = withoutTypeArguments(line.slice(0, open).trimEnd());
  const isAssigned = before.includes("=") || before.includes('"');
  const isOperator = before.includes("operator");
  if (isAssigned && !isOperator) return style === "untyped" ? arrowProperty(line) : undefined;
  const name = NAME_AT_END.exec(before)?.[1];
  if (name === undefined) return undefined;
  const path = name.split("::").map((part) => part.replace(/<.*>$/, ""));
  const last = path.at(-1) ?? name;
  const type = before.slice(0, before.length - name.length);
  if (STATEMENTS.has(last)) return undefined;
  if (style === "untyped") return MODIFIERS.test(type) ? path : undefined;
  const isConstructor = MODIFIERS.test(type) && (path.length > 1 || last.replace("~", "") === within);
  return isConstructor || (type.trim() !== "" && TYPE_BEFORE.test(type)) ? path : undefined;
}

/** A prototype, a call or one of several values: not the first line of a definition. */
function endsStatement(line: string, open: number): boolean {
  const last = line.trimEnd().at(-1);
  return last === ";" || (last === "," && line.includes(")", open));
}

const ARROW_PROPERTY =
  /^(?:(?:public|private|protected|static|override|readonly)\s+)*([\w$#]{1,120})\s{0,4}(?::[^=]{0,120})?=\s{0,4}(?:async\s{0,4})?(?:\(|function\b|[\w$]{1,80}\s{0,4}=>)/;

function arrowProperty(line: string): readonly string[] | undefined {
  const name = ARROW_PROPERTY.exec(line)?.[1];
  return name === undefined ? undefined : [name];
}

/** `find<T extends Row>` → `find`: one level of generic parameters at the end is dropped. */
function withoutTypeArguments(before: string): string {
  if (!before.endsWith(">")) return before;
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === ">") depth += 1;
    else if (before[at] === "<") depth -= 1;
    if (depth === 0) return before.slice(0, at);
  }
  return before;
}
