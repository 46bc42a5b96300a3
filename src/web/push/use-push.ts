import { useRef, useState } from "preact/hooks";
import { judgeEntry, keepsSecrets, NO_IGNORE_FILES } from "../../client/push/ignore-rules.ts";
import { asFailure, isAborted } from "../api.ts";
import type { Page } from "../state/page.ts";
import { pushStrings } from "../strings/push.ts";
import type { Dropped, DroppedFile } from "./dropped-files.ts";
import { isConvertible, isInside, ownPlaces, verdictOn, withRulesOf } from "./leave-out.ts";
import { type PushProgress, type PushReport, pushFiles } from "./push-files.ts";
import { browserId, rootNameOf } from "./root-name.ts";

/** Files to push, and the paths of what is skipped. */
interface Selection {
  readonly root: string;
  readonly files: readonly DroppedFile[];
  /** By rules, or because it is no text. */
  readonly leftOut: readonly string[];
  /** Of these what `recall push` converts. */
  readonly convertible: readonly string[];
  readonly secrets: readonly string[];
}

interface Refusal {
  readonly problem?: string;
  /** Another machine or folder pushed a root of that name. */
  readonly isTaken?: boolean;
}

type PushState =
  | { readonly kind: "idle" | "looking" }
  | ({ readonly kind: "chosen"; readonly selection: Selection } & Refusal)
  | { readonly kind: "pushing"; readonly selection: Selection; readonly progress: PushProgress }
  | { readonly kind: "done"; readonly report: PushReport };

export type Push = ReturnType<typeof usePush>;

/** Sorts what was dropped by the rules of its own ignore files and those of every push. */
export async function selectFiles(dropped: Dropped): Promise<Selection> {
  const { folder, files } = dropped;
  const rules = await withRulesOf(files);
  const own = ownPlaces(dropped);
  // The browser's folder dialog returns the files of every folder, and paths without the chosen folder's name.
  const isEntered = folder === undefined || judgeEntry(`${folder}/`, NO_IGNORE_FILES) === "push";
  const verdicts = Map.groupBy(files, ({ path }) => {
    if (!isEntered) return "ignored";
    return isInside(path, own) ? "secret" : verdictOn(path, rules);
  });
  const pathsOf = (verdict: "binary" | "ignored" | "secret"): readonly string[] =>
    (verdicts.get(verdict) ?? []).map(({ path }) => path);
  const binary = pathsOf("binary");
  const wanted = (verdicts.get("push") ?? []).map((file) => ({
    ...file,
    keepsSecrets: keepsSecrets(file.path, rules),
  }));
  return {
    root: rootNameOf(folder ?? "") || pushStrings.usualRoot,
    files: wanted,
    leftOut: [...binary, ...pathsOf("ignored")],
    convertible: binary.filter(isConvertible),
    secrets: pathsOf("secret"),
  };
}

/** A push from the first drop to its report. `pushed` is called when something has reached the index. */
export function usePush({ api }: Page, pushed: () => void) {
  const [state, setState] = useState<PushState>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  const choose = async (dropped: Promise<Dropped>) => {
    setState({ kind: "looking" });
    try {
      setState({ kind: "chosen", selection: await selectFiles(await dropped) });
    } catch (error) {
      console.warn(error);
      const selection = {
        root: pushStrings.usualRoot,
        files: [],
        leftOut: [],
        convertible: [],
        secrets: [],
      };
      setState({ kind: "chosen", selection, problem: pushStrings.refused.unreadable });
    }
  };
  const start = async (selection: Selection, root: string, join: boolean) => {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (progress: PushProgress) => setState({ kind: "pushing", selection, progress });
    onProgress({ phase: "reading", done: 0, total: selection.files.length });
    const plan = { root, join, files: selection.files };
    try {
      const report = await pushFiles(plan, {
        api,
        browser: browserId(),
        signal: controller.signal,
        onProgress,
      });
      setState({ kind: "done", report });
    } catch (error) {
      const failure = asFailure(error);
      const isTaken = failure.code === "root_exists";
      const problem = isTaken
        ? pushStrings.taken(root)
        : isAborted(error)
          ? pushStrings.stopped
          : failure.message;
      setState({ kind: "chosen", selection: { ...selection, root }, problem, isTaken });
    }
    pushed();
  };
  return {
    state,
    choose: (dropped: Promise<Dropped>) => void choose(dropped),
    start: (root: string, join: boolean) => {
      if (state.kind === "chosen") void start(state.selection, root, join);
    },
    stop: () => running.current?.abort(),
    reset: () => setState({ kind: "idle" }),
  };
}
