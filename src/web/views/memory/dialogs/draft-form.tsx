import { useEffect, useRef, useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { asFailure } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { onSubmit, Problem } from "../../../components/form.tsx";
import { inWords } from "../../../components/format.ts";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { type Draft, listOf, tagsOf } from "../titles.ts";

const words = memoryStrings.form;

/** Ctrl and Enter, or ⌘ and Enter, save from within a text. */
const savesByKey = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

/** Saving, once at a time; why it failed stays until the next attempt. */
export function useSaving(close: () => void) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const save = (work: () => Promise<void>) => {
    if (isSaving) return;
    setSaving(true);
    work().then(close, (error: unknown) => {
      setSaving(false);
      setProblem(words.notSaved(asFailure(error).message));
    });
  };
  return { problem, isSaving, save };
}

export interface KeptText {
  readonly text: string;
  /** Is given the text as it is typed, and "" once it is saved or given up. */
  readonly keep: (text: string) => void;
  readonly close: () => void;
}

/** A text that is kept as it is typed, until the dialog's `end`. */
export function useKeptText({ text: given, keep, close }: KeptText) {
  const [text, setText] = useState(given);
  const type = (typed: string) => {
    setText(typed);
    keep(typed);
  };
  const end = () => {
    keep("");
    close();
  };
  return { text, type, end };
}

interface TextProps {
  readonly label: string;
  readonly text: string;
  readonly type: (text: string) => void;
  readonly help?: string;
}

/** What a memory says, to be written. */
export const TextArea = ({ label, text, type, help }: TextProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  // In a dialog that is open already.
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      {help && <p id="draft-help">{help}</p>}
      <label class="draft-label">
        <span>{label}</span>
        <textarea
          rows={6}
          dir="auto"
          data-first
          ref={field}
          {...(help && { "aria-describedby": "draft-help" })}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={savesByKey}
        />
      </label>
    </>
  );
};

interface FormActsProps {
  readonly save: string;
  readonly isReady: boolean;
  readonly close: () => void;
}

export const FormActs = ({ save, isReady, close }: FormActsProps) => (
  <div class="row dialog-acts">
    <span class="small draft-key">
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> {words.saves}
    </span>
    <Button text={words.cancel} onClick={close} />
    <Button text={save} type="submit" look="primary" disabled={!isReady} />
  </div>
);

/** The types that a memory may have. */
function useTypes(given: string): readonly string[] {
  const { api } = usePage();
  const { value } = useLoaded("types", (options) =>
    answerOf(api.v1.memories.types.$get({ query: {} }, options)),
  );
  return [...new Set([given, ...(value?.own ?? []), ...(value?.builtIn ?? [])])];
}

const HUNDRED = 100;

interface DraftFormProps extends Pick<KeptText, "keep" | "close"> {
  readonly title: string;
  readonly save: string;
  readonly draft: Required<Draft>;
  readonly write: (draft: Draft) => Promise<void>;
}

/** Asks for what a memory says, its type, and folded below what else there is to say of it. */
export const DraftForm = ({ title, save, draft, write, keep, close }: DraftFormProps) => {
  const { text, type, end } = useKeptText({ text: draft.text, keep, close });
  const saving = useSaving(end);
  const types = useTypes(draft.type);
  const submit = onSubmit((field) => {
    if (text.trim() === "") return;
    const confidence = field("confidence");
    const written: Draft = {
      ...{ text, type: field("type") },
      ...(confidence !== "" && { confidence: Number(confidence) / HUNDRED }),
      ...{ tags: tagsOf(field("tags")), entities: listOf(field("entities")) },
    };
    saving.save(() => write(written));
  });
  const list = (name: "tags" | "entities", label: string) => (
    <label class="draft-label small">
      <span>{label}</span>
      <input name={name} dir="auto" defaultValue={draft[name].join(", ")} />
    </label>
  );
  return (
    <Dialog title={title} close={close}>
      <form class="column" onSubmit={submit}>
        <TextArea label={words.text} text={text} type={type} />
        <label class="draft-label small">
          <span>{words.type}</span>
          <select name="type">
            {types.map((type) => (
              <option key={type} value={type} selected={type === draft.type}>
                {inWords(type)}
              </option>
            ))}
          </select>
        </label>
        <details>
          <summary class="small">{words.more}</summary>
          <div class="column">
            {list("tags", words.tags)}
            {list("entities", words.entities)}
            <label class="draft-label small">
              <span>{words.confidence}</span>
              <input
                name="confidence"
                type="number"
                min={0}
                max={HUNDRED}
                defaultValue={String(Math.round(draft.confidence * HUNDRED))}
              />
            </label>
          </div>
        </details>
        <Problem text={saving.problem} />
        <FormActs save={save} isReady={text.trim() !== "" && !saving.isSaving} close={end} />
      </form>
    </Dialog>
  );
};
