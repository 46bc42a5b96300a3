import { spawn } from "node:child_process";
import { join } from "node:path";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode } from "../../command.ts";
import { isClone, packageRoot } from "../../local/load-runtime.ts";

/** Deploying bundles the Worker's sources, which a package does not carry. */
export const HOW = `recall: deploying needs the sources. In a clone of the repository:

  npm run deploy     creates what is missing in your Cloudflare account, logs in first where needed
  npm run undeploy   removes it all again
`;

/** Runs the clone's own script; what it says and asks goes straight to the terminal. */
async function deploy(
  { terminal }: CommandContext,
  { newSecret = false }: { readonly newSecret?: boolean },
): Promise<ExitCode> {
  const root = packageRoot();
  if (!isClone(root)) {
    terminal.err(HOW);
    return EXIT.usage;
  }
  const script = [join(root, "scripts", "with-dependencies.js"), "scripts/deploy.ts"];
  const parameters = newSecret ? ["--new-secret"] : [];
  const child = spawn(process.execPath, [...script, ...parameters], { cwd: root, stdio: "inherit" });
  const code = await new Promise<number | null>((done, fail) => {
    child.on("error", fail);
    child.on("close", done);
  });
  return code === EXIT.ok ? EXIT.ok : EXIT.unavailable;
}

/** `recall deploy` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Sets the service up in your own Cloudflare account, or brings it up to date (in a clone).")
    .option("--new-secret", "set a new signing secret; every token ends")
    .action(start(deploy));
};
