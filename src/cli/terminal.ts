/** Columns assumed where stdout is not a terminal. */
const DEFAULT_COLUMNS = 80;

/** What a command may know of and do to the terminal. */
export interface Terminal {
  /** Writes exactly this to stdout. */
  readonly out: (text: string) => void;
  /** Writes exactly this to stderr. */
  readonly err: (text: string) => void;
  /** Stdout is a terminal: control characters in it would act. */
  readonly outIsTerminal: boolean;
  /** A person can be asked: stdin and stderr are terminals. */
  readonly canAsk: boolean;
  readonly color: boolean;
  readonly columns: number;
}

/** The terminal of this Node process. */
export function nodeTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const { TERM } = env;
  const outIsTerminal = stdout.isTTY === true;
  // A closed pipe (`recall search … | head`) ends the output, it is no failure.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    outIsTerminal,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    color: outIsTerminal && !env.NO_COLOR && TERM !== "dumb",
    columns: (outIsTerminal && stdout.columns) || DEFAULT_COLUMNS,
  };
}
