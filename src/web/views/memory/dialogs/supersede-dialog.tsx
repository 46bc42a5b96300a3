import type { Memory } from "../../../../memories/contract/memories.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { onSubmit, Problem } from "../../../components/form.tsx";
import { memoryStrings } from "../../../strings/memory.ts";
import { FormActs, type KeptText, TextArea, useKeptText, useSaving } from "./draft-form.tsx";

const words = memoryStrings.dialog;

interface SupersedeDialogProps extends KeptText {
  readonly older: Memory;
  readonly write: (text: string) => Promise<void>;
}

/** Asks for the text that replaces a memory; a failure keeps what was typed. */
export const SupersedeDialog = ({ older, write, ...kept }: SupersedeDialogProps) => {
  const { text, type, end } = useKeptText(kept);
  const saving = useSaving(end);
  const isNew = text.trim() !== "" && text !== older.text;
  const submit = onSubmit(() => {
    if (isNew) saving.save(() => write(text));
  });
  return (
    <Dialog title={words.title} close={kept.close}>
      <form class="column" onSubmit={submit}>
        <TextArea label={words.label} text={text} type={type} help={words.explanation} />
        <Problem text={saving.problem} />
        <FormActs save={words.save} isReady={isNew && !saving.isSaving} close={end} />
      </form>
    </Dialog>
  );
};
