import { runCli } from "../run-cli.ts";

export interface Served {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Serves `docs` of a folder until the greeting has ended, does what is wanted meanwhile, and ends the server. */
export async function serveWhile(
  folder: string,
  env: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<Served> {
  let pid = 0;
  let greeted = (): void => undefined;
  const isGreeted = new Promise<void>((done) => {
    greeted = done;
  });
  const served = runCli(["serve", "docs", "--port", "0"], {
    cwd: folder,
    env,
    onStart: (started) => {
      pid = started;
    },
    onOutput: (stdout) => {
      if (stdout.includes("Ctrl-C stops")) greeted();
    },
  });
  await Promise.race([isGreeted, served]);
  try {
    await work();
  } finally {
    process.kill(pid, "SIGINT");
  }
  return served;
}
