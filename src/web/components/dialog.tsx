import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../strings.ts";
import { Button, IconButton } from "./button.tsx";

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
      <div class="row dialog-head">
        <h2>{title}</h2>
        <IconButton icon="close" label={strings.close} onClick={close} />
      </div>
      {children}
    </dialog>
  );
};

interface ConfirmProps extends DialogProps {
  readonly yes: string;
  readonly no: string;
  readonly look: "primary" | "danger";
  readonly confirm: () => void;
}

/** A dialog that asks before something is done. */
export const Confirm = ({ yes, no, look, confirm, children, ...dialog }: ConfirmProps) => (
  <Dialog {...dialog}>
    {children}
    <p class="row dialog-acts">
      <Button text={no} onClick={dialog.close} />
      <Button text={yes} look={look} onClick={confirm} />
    </p>
  </Dialog>
);
