import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { AppError } from "../../../../errors.ts";
import type { ListedMemory } from "../../../../memories/contract/memory-lists.ts";
import type { Memory } from "../../../../memories/contract/memories.ts";
import { Confirm } from "../../../components/dialog.tsx";
import { Problem } from "../../../components/form.tsx";
import type { Api } from "../../../api.ts";
import { type Page, tellFailure } from "../../../state/page.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { type Draft, draftOf, titleOf } from "../titles.ts";
import { type MemoryActs, useMemoryActs } from "../use-memory-acts.ts";
import { DraftForm, useSaving } from "./draft-form.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { SupersedeDialog } from "./supersede-dialog.tsx";
import { leaver, leftOf, type Purpose } from "./unsaved.ts";

const words = memoryStrings;

type Other = Pick<ListedMemory, "id" | "text">;

/** What a view may do with memories; what needs a text opens a dialog. */
export interface Desk extends Pick<MemoryActs, "hidden" | "forget" | "bringBack" | "settle" | "confirm"> {
  readonly create: () => void;
  readonly edit: (id: string) => void;
  readonly supersede: (id: string) => void;
  /** Without another one it asks which. */
  readonly merge: (id: string, other?: Other) => void;
  /** Of two that may contradict each other. */
  readonly keep: (id: string, other: Other) => void;
}

type Asking =
  | { readonly what: "create" }
  | { readonly what: "edit" | "supersede"; readonly memory: Memory }
  | { readonly what: "merge"; readonly memory: Memory; readonly other: Other | undefined }
  | { readonly what: "keep"; readonly memory: Memory; readonly other: Other };

/** As the server has it, where nothing is said. */
const EMPTY: Required<Draft> = { text: "", type: "fact", confidence: 0.7, tags: [], entities: [] };

interface KeepProps {
  readonly kept: Memory;
  readonly other: Other;
  readonly confirm: () => Promise<void>;
  readonly close: () => void;
}

const KeepQuestion = ({ kept, other, confirm, close }: KeepProps) => {
  const { problem, save } = useSaving(close);
  return (
    <Confirm
      title={words.keeping.title}
      yes={words.keeping.yes}
      no={words.keeping.no}
      look="primary"
      confirm={() => save(confirm)}
      close={close}
    >
      <p dir="auto">
        <b>{titleOf(kept.text)}</b>
      </p>
      <p class="quiet">{words.keeping.text}</p>
      <p class="quiet" dir="auto">
        <s>{titleOf(other.text)}</s>
      </p>
      <Problem text={problem} />
    </Confirm>
  );
};

interface DialogForProps {
  readonly asking: Asking;
  readonly acts: MemoryActs;
  readonly api: Api;
  /** Saves an edit of what the dialog was opened with, or of what the memory has become since. */
  readonly edit: MemoryActs["edit"];
  readonly close: () => void;
}

const DialogFor = ({ asking, acts, api, edit, close }: DialogForProps) => {
  if (asking.what === "create")
    return (
      <DraftForm
        title={words.form.create}
        save={words.form.remember}
        draft={{ ...EMPTY, text: leftOf(api)?.text ?? "" }}
        write={acts.remember}
        keep={leaver(api)}
        close={close}
      />
    );
  const { memory } = asking;
  const keptText = (purpose: Purpose) => ({
    text: leftOf(api, memory.id, purpose)?.text ?? memory.text,
    keep: leaver(api, memory, purpose),
  });
  switch (asking.what) {
    case "edit": {
      const { text, keep } = keptText("edit");
      return (
        <DraftForm
          title={words.form.edit}
          save={words.form.save}
          draft={{ ...draftOf(memory), text }}
          write={(draft) => edit(memory, draft)}
          keep={keep}
          close={close}
        />
      );
    }
    case "supersede":
      return (
        <SupersedeDialog
          older={memory}
          {...keptText("supersede")}
          write={(text) => acts.supersede(memory, text)}
          close={close}
        />
      );
    case "keep":
      return (
        <KeepQuestion
          kept={memory}
          other={asking.other}
          confirm={() => acts.keepOne(memory, asking.other.id)}
          close={close}
        />
      );
    case "merge":
      return (
        <MergeDialog
          kept={memory}
          other={asking.other}
          {...keptText("merge")}
          write={(otherId, text) => acts.merge(memory, otherId, text)}
          close={close}
        />
      );
  }
};

/** The memory as it is now, where a save failed because somebody else has saved it. */
async function changedSince(api: Api, { id, version }: Memory, error: unknown): Promise<Memory | undefined> {
  if (!(error instanceof AppError) || error.code !== "conflict") return undefined;
  const { memory } = await answerOf(api.v1.memories[":id"].$get({ param: { id }, query: {} }));
  return memory.version === version ? undefined : memory;
}

/** What may be done here, and the dialog that asks about it. `changed` is called when lists must be loaded again. */
export function useDesk(page: Page, changed: () => void) {
  const acts = useMemoryActs(page, changed);
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  // Lists hold the beginning of a text only.
  const withMemory = (id: string, ask: (memory: Memory) => Asking) =>
    void answerOf(page.api.v1.memories[":id"].$get({ param: { id }, query: {} })).then(
      ({ memory }) => setAsking(ask(memory)),
      (error: unknown) => tellFailure(page, error, words.notRead),
    );
  const { api } = page;
  const edit: MemoryActs["edit"] = (memory, draft) =>
    acts.edit(memory, draft).catch(async (error: unknown) => {
      const now = await changedSince(api, memory, error);
      if (now === undefined) throw error;
      setAsking({ what: "edit", memory: now });
      changed();
      throw new AppError("conflict", words.form.changedMeanwhile(titleOf(now.text)));
    });
  const { hidden, forget, bringBack, settle, confirm } = acts;
  const desk: Desk = {
    ...{ hidden, forget, bringBack, settle, confirm },
    create: () => setAsking({ what: "create" }),
    edit: (id) => withMemory(id, (memory) => ({ what: "edit", memory: leftOf(api, id)?.memory ?? memory })),
    supersede: (id) => withMemory(id, (memory) => ({ what: "supersede", memory })),
    merge: (id, other) => withMemory(id, (memory) => ({ what: "merge", memory, other })),
    keep: (id, other) => withMemory(id, (memory) => ({ what: "keep", memory, other })),
  };
  const close = () => setAsking(undefined);
  const dialog = asking && <DialogFor {...{ asking, acts, api, edit, close }} />;
  return { desk, dialog };
}
