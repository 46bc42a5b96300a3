import { spawnCli } from "../spawn-cli.ts";

export interface Served {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

type Environment = Readonly<Record<string, string>>;

/** Serves `docs` of a folder until the greeting has ended, does what is wanted meanwhile, and ends the server. */
export const serveWhile = (folder: string, env: Environment, work: () => Promise<void>): Promise<Served> =>
  serveWith(["docs"], { folder, env, work });

interface Serving {
  readonly folder: string;
  readonly env: Environment;
  readonly work: () => Promise<void>;
}

/** The same with arguments of one's own, in that folder. */
export async function serveWith(args: readonly string[], { folder, env, work }: Serving): Promise<Served> {
  let pid = 0;
  let greeted = (): void => undefined;
  const isGreeted = new Promise<void>((done) => {
    greeted = done;
  });
  const served = spawnCli(["serve", ...args, "--port", "0"], {
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
