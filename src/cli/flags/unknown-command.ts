import type { Command } from "commander";
import { nearestName } from "../../text/words/edit-distance.ts";

/** Ends the command line as commander does for a name that no command has, with the nearest name there is. */
export function refuseUnknown(above: Command, name: string): never {
  const nearest = nearestName(
    name,
    above.commands.map((command) => command.name()),
  );
  const hint = nearest === undefined ? "" : `\n(Did you mean ${nearest}?)`;
  return above.error(`error: unknown command '${name}'${hint}`, { code: "commander.unknownCommand" });
}
