import { useState } from "hono/jsx/dom";
import type { Memory } from "../../../memories/contract/memories.ts";
import { Dialog } from "../../components/dialog.tsx";
import { asFailure } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";

const words = strings.memory.dialog;

interface SupersedeDialogProps {
  readonly older: Memory;
  readonly save: (text: string) => Promise<void>;
  readonly close: () => void;
}

/** Asks for the text that takes a memory's place; what was typed stays when it is refused. */
export const SupersedeDialog = ({ older, save, close }: SupersedeDialogProps) => {
  const [text, setText] = useState(older.text);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const isNew = text.trim() !== "" && text !== older.text;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isNew || isSaving) return;
    setSaving(true);
    try {
      await save(text);
      close();
    } catch (error) {
      setSaving(false);
      setProblem(strings.memory.notSuperseded(asFailure(error).message));
    }
  };
  return (
    <Dialog title={words.title} close={close}>
      <form onSubmit={submit}>
        <p id="supersede-help">{words.explanation}</p>
        <label for="supersede-text">{words.label}</label>
        <textarea
          id="supersede-text"
          rows={8}
          dir="auto"
          aria-describedby="supersede-help"
          value={text}
          onInput={(event: Event) => setText((event.target as HTMLTextAreaElement).value)}
        />
        <p class="problem" role="alert">
          {problem}
        </p>
        <div class="dialog-acts">
          <button type="button" class="button" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="button button-primary" disabled={!isNew || isSaving}>
            {words.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
