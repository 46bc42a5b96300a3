import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../strings.ts";
import { IconButton } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children?: ComponentChildren;
}

/** The browser's modal dialog: it keeps the focus, Escape closes it, and the focus returns afterwards. */
export const Dialog = ({ title, close, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class="dialog card" aria-label={title} onClose={close}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <IconButton icon="close" label={strings.close} onClick={close} />
      </div>
      {children}
    </dialog>
  );
};
