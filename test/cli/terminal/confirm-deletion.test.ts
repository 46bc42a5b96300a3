import { expect, it } from "vitest";
import { confirmDeletion } from "../../../src/cli/terminal/ask.ts";

const asked = (answer: string | undefined) => ({ name: "notes", yes: undefined, ask: async () => answer });

it("takes the name again, from a flag or a person", async () => {
  await confirmDeletion({ name: "notes", yes: "notes", ask: undefined });
  await confirmDeletion(asked("notes"));
});

it.each([
  [asked("docs"), "The name is notes, not docs: nothing was deleted"],
  [{ ...asked("notes"), yes: "docs" }, "The name is notes, not docs: nothing was deleted"],
  [asked(undefined), "Stopped: nothing was deleted"],
  [{ ...asked(""), ask: undefined }, "Deleting cannot be undone: repeat the name with --yes notes"],
])("refuses %o with what was missing", async (deletion, message) => {
  const refusal = confirmDeletion(deletion);
  await expect(refusal).rejects.toMatchObject({ code: "invalid_input", message });
});
