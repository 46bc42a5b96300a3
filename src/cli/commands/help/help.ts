import type { Command } from "commander";
import type { ConfigureCommand } from "../../command.ts";
import { refuseUnknown } from "../../flags/unknown-command.ts";

/** The command that some names lead to, from the program down. Ends the command line at a name that leads nowhere. */
function find(program: Command, names: readonly string[]): Command {
  return names.reduce((above, name) => {
    const next = above.commands.find((command) => command.name() === name);
    return next ?? refuseUnknown(above, name);
  }, program);
}

/** `recall help [command…]` */
export const configure: ConfigureCommand = (command) => {
  command
    .description("Explains a command, or lists them all.")
    .argument("[command...]", "its name: token create")
    .action((names: readonly string[]) => {
      const { parent } = command;
      if (parent !== null) find(parent, names).outputHelp();
    });
};
