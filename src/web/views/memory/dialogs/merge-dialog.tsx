import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import type { ListedMemory } from "../../../../memories/contract/memory-lists.ts";
import type { Memory } from "../../../../memories/contract/memories.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { onSubmit, Problem } from "../../../components/form.tsx";
import { Answer } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { titleOf } from "../titles.ts";
import { FormActs, type KeptText, TextArea, useKeptText, useSaving } from "./draft-form.tsx";

const words = memoryStrings.merging;
/** More would not be looked through. */
const OFFERED = 8;

interface Other extends Pick<ListedMemory, "id" | "text"> {}

/** Memories to choose from, those that may contradict it first. */
const Choose = ({ memory, choose }: { readonly memory: Memory; readonly choose: (other: Other) => void }) => {
  const { api } = usePage();
  const [text, setText] = useState("");
  const list = useLoaded(text, (options) =>
    answerOf(api.v1.memories.$get({ query: { text, limit: OFFERED + 1 } }, options)),
  );
  return (
    <div class="column">
      <label class="draft-label">
        <span>{words.find}</span>
        <input
          type="search"
          data-first
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Answer of={list}>
        {({ memories }) => (
          <ul class="merge-choices">
            {memories
              .filter(({ id }) => id !== memory.id)
              .slice(0, OFFERED)
              .map((other) => (
                <li key={other.id}>
                  <button type="button" class="choice" dir="auto" onClick={() => choose(other)}>
                    <bdi>{titleOf(other.text)}</bdi>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Answer>
    </div>
  );
};

interface MergeDialogProps extends KeptText {
  readonly kept: Memory;
  /** @default it is asked for */
  readonly other?: Other | undefined;
  readonly write: (otherId: string, text: string) => Promise<void>;
}

/** Asks what becomes part of a memory, and what both say from then on. */
export const MergeDialog = ({ kept, other: given, write, ...typed }: MergeDialogProps) => {
  const [other, setOther] = useState(given);
  const { text, type, end } = useKeptText(typed);
  const saving = useSaving(end);
  const submit = onSubmit(() => {
    if (other !== undefined && text.trim() !== "") saving.save(() => write(other.id, text));
  });
  return (
    <Dialog title={words.title} close={typed.close}>
      <p class="quiet">
        {words.into} <bdi>{titleOf(kept.text)}</bdi>
      </p>
      {other === undefined ? (
        <Choose memory={kept} choose={setOther} />
      ) : (
        <form class="column" onSubmit={submit}>
          <p>
            {words.other} <b dir="auto">{titleOf(other.text)}</b>
          </p>
          <TextArea label={words.text} text={text} type={type} help={words.explanation} />
          <Problem text={saving.problem} />
          <FormActs save={words.save} isReady={text.trim() !== "" && !saving.isSaving} close={end} />
        </form>
      )}
    </Dialog>
  );
};
