import { useEffect, useState } from "preact/hooks";
import { Icon } from "../components/icon.tsx";
import { lazy } from "../state/lazy.ts";
import { usePage } from "../state/page.ts";
import { strings } from "../strings.ts";
import { type DroppedThing, thingsOf } from "./things-of.ts";

const usePushDialog = lazy(async () => (await import("./push-dialog.tsx")).PushDialog);

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;

/** Without a place of its own for what is dragged, a browser would leave the page and show the file. */
function useDrops(take: (things: readonly DroppedThing[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return setOver(false);
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Between elements of the page there is another that it goes to.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented || event.dataTransfer === null) return;
      event.preventDefault();
      take(thingsOf(event.dataTransfer));
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

/** Files dropped anywhere on the page are offered to be pushed; a token that may not is told so. */
export const DropAnywhere = () => {
  const page = usePage();
  const [dropped, setDropped] = useState<readonly DroppedThing[] | undefined>(undefined);
  const { part: PushDialog } = usePushDialog(dropped !== undefined);
  const isReader = page.status.scope === "read";
  const isOver = useDrops((things) => {
    if (isReader) page.tell({ tone: "error", text: strings.drop.mayNot });
    else setDropped(things);
  });
  return (
    <>
      {isOver && (
        <div class="drop-anywhere" aria-hidden="true">
          <p class="card">
            <Icon name="plus" /> {isReader ? strings.drop.mayNot : strings.drop.anywhere}
          </p>
        </div>
      )}
      {dropped !== undefined && PushDialog && (
        <PushDialog things={dropped} close={() => setDropped(undefined)} />
      )}
    </>
  );
};
