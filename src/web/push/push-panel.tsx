import { useState } from "preact/hooks";
import { Button } from "../components/button.tsx";
import { Path } from "../components/directed.tsx";
import { onSubmit, Problem } from "../components/form.tsx";
import { Icon } from "../components/icon.tsx";
import { Meter } from "../components/meter.tsx";
import { usePage } from "../state/page.ts";
import { pushStrings } from "../strings/push.ts";
import { chosenFiles, droppedFiles } from "./choose-files.ts";
import type { PushReport } from "./push-files.ts";
import { type Push, usePush } from "./use-push.ts";

const words = pushStrings;

/** Opens the browser's own choice of files or of a folder. */
function pick(kind: "files" | "folder", push: Push): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.webkitdirectory = kind === "folder";
  input.addEventListener("change", () => {
    if (input.files !== null) push.choose(Promise.resolve(chosenFiles(input.files)));
  });
  input.click();
}

const DropZone = ({ push }: { readonly push: Push }) => {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null) push.choose(droppedFiles(event.dataTransfer));
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      class={`drop-zone ${isOver ? "drop-zone-over" : ""}`}
      aria-label={words.drop}
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="plus" />
      <p>{push.state.kind === "looking" ? words.reading : words.explanation}</p>
      <p class="row">
        <Button text={words.chooseFiles} onClick={() => pick("files", push)} />
        <Button text={words.chooseFolder} onClick={() => pick("folder", push)} />
      </p>
    </section>
  );
};

type ChosenProps = { readonly push: Push } & Extract<Push["state"], { readonly kind: "chosen" }>;

const Chosen = ({ push, selection, problem, isTaken }: ChosenProps) => {
  const { files, leftOut, convertible, secrets } = selection;
  const [root, setRoot] = useState(selection.root);
  const name = root.trim();
  const isReady = name !== "" && files.length > 0;
  return (
    <form class="column" onSubmit={onSubmit(() => isReady && push.start(name, false))}>
      <p>
        <b>{files.length === 0 ? words.nothing : words.found(files.length)}</b>
      </p>
      {leftOut.length > 0 && <p class="quiet">{words.leftOut(leftOut)}</p>}
      {convertible.length > 0 && <p class="quiet">{words.convertible(convertible)}</p>}
      {secrets.length > 0 && <p class="quiet">{words.secrets(secrets)}</p>}
      <label>
        <span>{words.root}</span>
        <input value={root} maxlength={64} onInput={(event) => setRoot(event.currentTarget.value)} />
      </label>
      <Problem text={problem} />
      <p class="row">
        <Button text={words.push} type="submit" look="primary" disabled={!isReady} />
        {isTaken && <Button text={words.share} onClick={() => push.start(name, true)} />}
        <Button text={words.cancel} onClick={push.reset} />
      </p>
    </form>
  );
};

/** Places of secrets that are listed. */
const PLACES = 20;

const Redacted = ({ redacted }: Pick<PushReport, "redacted">) => (
  <>
    <p>{words.redacted(redacted.length)}</p>
    <ul class="push-failed" aria-label={words.redactedLabel}>
      {redacted.slice(0, PLACES).map(({ path, line, kind }, at) => (
        <li key={at}>
          <Path text={`${path}:${line}`} /> {kind}
        </li>
      ))}
      {redacted.length > PLACES && <li>{words.redactedMore(redacted.length - PLACES)}</li>}
    </ul>
  </>
);

const Report = ({ report, push }: { readonly report: PushReport; readonly push: Push }) => (
  <div class="column" role="status">
    <p>
      <Icon name="check" /> {words.report(report.sent, report.chunks, report.unchanged)}
    </p>
    {report.binary.length > 0 && <p class="quiet">{words.leftOut(report.binary)}</p>}
    {report.redacted.length > 0 && <Redacted redacted={report.redacted} />}
    {report.failed.length > 0 && (
      <>
        <p class="problem">{words.failed(report.failed.length)}</p>
        <ul class="push-failed" aria-label={words.failedLabel}>
          {report.failed.map(({ path, message }) => (
            <li key={path}>
              <Path text={path} />: {message}
            </li>
          ))}
        </ul>
      </>
    )}
    <p>
      <Button text={words.again} onClick={push.reset} />
    </p>
  </div>
);

/** A push from what was chosen to its report. */
export const PushSteps = ({ push }: { readonly push: Push }) => {
  const { state } = push;
  if (state.kind === "chosen") return <Chosen key={state.problem ?? ""} push={push} {...state} />;
  if (state.kind === "done") return <Report report={state.report} push={push} />;
  if (state.kind !== "pushing") return null;
  const { phase, done, total } = state.progress;
  return (
    <div class="column" role="status">
      <Meter
        label={words.phases[phase]}
        share={total === 0 ? 1 : done / total}
        text={words.progress(done, total)}
      />
      <Button text={words.stop} onClick={push.stop} />
    </div>
  );
};

/** Pushes files and folders, with progress, and lists failures. */
export const PushPanel = ({ pushed }: { readonly pushed: () => void }) => {
  const page = usePage();
  const push = usePush(page, pushed);
  const { kind } = push.state;
  return (
    <section class="card panel panel-push" aria-labelledby="push-title">
      <h2 id="push-title">{words.title}</h2>
      {(kind === "idle" || kind === "looking") && <DropZone push={push} />}
      <PushSteps push={push} />
    </section>
  );
};
