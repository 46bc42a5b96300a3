import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import type { SourceKind } from "../../../../sources/contract.ts";
import { asFailure, createApi } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { onSubmit, Problem } from "../../../components/form.tsx";
import { usePage } from "../../../state/page.ts";
import { sourcesStrings } from "../../../strings/sources.ts";

const words = sourcesStrings.form;

const KINDS = Object.keys(sourcesStrings.kinds) as readonly SourceKind[];

type Field = Parameters<Parameters<typeof onSubmit>[0]>[0];

/** What was filled in; a field that was left empty is the server's to decide. */
function requestOf(field: Field) {
  const filled = (["root", "branch", "folder"] as const).flatMap((name) =>
    field(name) === "" ? [] : [[name, field(name)] as const],
  );
  const kind = KINDS.find((known) => known === field("kind"));
  return {
    location: field("location"),
    everyHours: Number(field("every")),
    ...(Object.fromEntries(filled) as { root?: string; branch?: string; folder?: string }),
    ...(kind !== undefined && { kind }),
    ...(field("maxItems") !== "" && { maxItems: Number(field("maxItems")) }),
  };
}

/** Adds with the owner's token, which is dropped with the dialog; why it failed stays until the next attempt. */
function useAdding({ added, close }: AddSourceProps) {
  const { status, tell } = usePage();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const add = async (field: Field) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { workspaces } = createApi({ token: field("token") }, () => undefined).v1;
      const param = { slug: status.workspace };
      const { root } = await answerOf(workspaces[":slug"].sources.$post({ param, json: requestOf(field) }));
      tell({ tone: "success", text: sourcesStrings.added(root) });
      added();
      close();
    } catch (error) {
      setProblem(asFailure(error).message);
      setBusy(false);
    }
  };
  return { problem, isBusy, add };
}

interface TextProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
}

const Text = ({ name, label, help }: TextProps) => (
  <label class="draft-label small">
    <span>{label}</span>
    <input name={name} placeholder={help} dir="auto" autocomplete="off" spellcheck={false} />
  </label>
);

const More = () => (
  <details>
    <summary class="small">{words.more}</summary>
    <div class="column">
      <label class="draft-label small">
        <span>{words.kind}</span>
        <select name="kind">
          <option value="">{words.anyKind}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {sourcesStrings.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <Text name="branch" label={words.branch} />
      <Text name="folder" label={words.folder} />
      <label class="draft-label small">
        <span>{words.maxItems}</span>
        <input name="maxItems" type="number" min={1} max={10_000} placeholder="2000" />
      </label>
    </div>
  </details>
);

interface AddSourceProps {
  readonly added: () => void;
  readonly close: () => void;
}

/** Asks what is to be pulled, how often, and for the token of whoever may decide that. */
export const AddSource = (props: AddSourceProps) => {
  const { problem, isBusy, add } = useAdding(props);
  return (
    <Dialog title={sourcesStrings.add} close={props.close}>
      <form class="column" onSubmit={onSubmit((field) => void add(field))}>
        <label class="draft-label">
          <span>{words.location}</span>
          <input
            name="location"
            inputmode="url"
            placeholder="https://docs.example.com/guide/"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxlength={2_000}
            aria-describedby="source-help"
            required
            data-first
          />
        </label>
        <p id="source-help" class="quiet">
          {words.help}
        </p>
        <Text name="root" label={words.root} help={words.rootHelp} />
        <label class="draft-label small">
          <span>{words.every}</span>
          <input name="every" type="number" min={1} max={744} defaultValue="24" required />
        </label>
        <More />
        <label class="draft-label">
          <span>{words.token}</span>
          <input
            name="token"
            type="password"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="source-token-help"
            required
          />
        </label>
        <p id="source-token-help" class="quiet">
          {words.tokenHelp}
        </p>
        <Problem text={problem} />
        <p class="row dialog-acts">
          <Button text={words.cancel} onClick={props.close} />
          <Button text={sourcesStrings.add} type="submit" look="primary" disabled={isBusy} />
        </p>
      </form>
    </Dialog>
  );
};
