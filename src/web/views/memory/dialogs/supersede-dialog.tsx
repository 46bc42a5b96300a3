import { useState } from "preact/hooks";
import type { Memory } from "../../../../memories/contract/memories.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { onSubmit, Problem } from "../../../components/form.tsx";
import { memoryStrings } from "../../../strings/memory.ts";
import { FormActs, TextArea, useSaving } from "./draft-form.tsx";

const words = memoryStrings.dialog;

interface SupersedeDialogProps {
  readonly older: Memory;
  readonly write: (text: string) => Promise<void>;
  readonly close: () => void;
}

/** Asks for the text that replaces a memory; a failure keeps what was typed. */
export const SupersedeDialog = ({ older, write, close }: SupersedeDialogProps) => {
  const [text, setText] = useState(older.text);
  const saving = useSaving(close);
  const isNew = text.trim() !== "" && text !== older.text;
  const submit = onSubmit(() => {
    if (isNew) saving.save(() => write(text));
  });
  return (
    <Dialog title={words.title} close={close}>
      <form class="column" onSubmit={submit}>
        <TextArea label={words.label} text={text} type={setText} help={words.explanation} />
        <Problem text={saving.problem} />
        <FormActs save={words.save} isReady={isNew && !saving.isSaving} close={close} />
      </form>
    </Dialog>
  );
};
