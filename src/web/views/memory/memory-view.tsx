import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { Memory } from "../../../memories/contract/memories.ts";
import { asFailure } from "../../api.ts";
import { Button, Segments } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { onSubmit, Problem } from "../../components/form.tsx";
import { ViewHead } from "../../components/state-panel.tsx";
import { tellFailure, usePage } from "../../state/page.ts";
import { strings } from "../../strings.ts";
import { Lane } from "./lane.tsx";
import { PastMemories } from "./past-memories.tsx";
import { useMemoryActs } from "./use-memory-acts.ts";
import { useVotes } from "./use-votes.ts";

const words = strings.memory;

interface SupersedeDialogProps {
  readonly older: Memory;
  readonly save: (text: string) => Promise<void>;
  readonly close: () => void;
}

/** Asks for the text that replaces a memory; a failure keeps what was typed. */
const SupersedeDialog = ({ older, save, close }: SupersedeDialogProps) => {
  const [text, setText] = useState(older.text);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const isNew = text.trim() !== "" && text !== older.text;
  const submit = onSubmit(() => {
    if (!isNew || isSaving) return;
    setSaving(true);
    save(text).then(close, (error: unknown) => {
      setSaving(false);
      setProblem(words.notSuperseded(asFailure(error).message));
    });
  });
  return (
    <Dialog title={words.dialog.title} close={close}>
      <form class="column" onSubmit={submit}>
        <p id="supersede-help">{words.dialog.explanation}</p>
        <label for="supersede-text">{words.dialog.label}</label>
        <textarea
          id="supersede-text"
          rows={8}
          dir="auto"
          aria-describedby="supersede-help"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Problem text={problem} />
        <div class="row dialog-acts">
          <Button text={words.dialog.cancel} onClick={close} />
          <Button text={words.dialog.save} type="submit" look="primary" disabled={!isNew || isSaving} />
        </div>
      </form>
    </Dialog>
  );
};

const STATES = ["lane", "forgotten", "superseded"] as const;

/** The memory lane with its actions. */
export const MemoryView = () => {
  const page = usePage();
  const [round, setRound] = useState(0);
  const [older, setOlder] = useState<Memory | undefined>(undefined);
  const votes = useVotes(page);
  const acts = useMemoryActs(page, () => setRound((count) => count + 1));
  const state = STATES.find((one) => one === page.place.parameters.show) ?? "lane";
  const { scope } = page.status;
  const mayWrite = scope !== "read";
  const supersede = (id: string) =>
    void answerOf(page.api.v1.memories[":id"].$get({ param: { id }, query: {} })).then(
      ({ memory }) => setOlder(memory),
      (error: unknown) => tellFailure(page, error, words.notSuperseded),
    );
  return (
    <>
      <ViewHead title={words.title} explanation={scope === "admin" ? words.of.workspace : words.of.token}>
        <Segments
          label={words.show}
          choices={STATES.map((one) => [one, words.states[one]])}
          chosen={state}
          choose={(show) => page.go({ view: "memory", parameters: show === "lane" ? {} : { show } })}
        />
      </ViewHead>
      {state === "lane" ? (
        <Lane
          votes={votes}
          acts={mayWrite ? { ...acts, supersede } : undefined}
          hidden={acts.hidden}
          round={round}
        />
      ) : (
        <PastMemories state={state} round={round} bringBack={mayWrite ? acts.bringBack : undefined} />
      )}
      {older !== undefined && (
        <SupersedeDialog
          older={older}
          save={(text) => acts.supersede(older, text)}
          close={() => setOlder(undefined)}
        />
      )}
    </>
  );
};
