import type { ComponentChildren, TargetedEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { cover } from "../state/on-top.ts";
import { strings } from "../strings.ts";
import { Button, IconButton } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children?: ComponentChildren;
}

/**
 * What makes a `<dialog>` modal while it is rendered. It opens with the render, not after the next frame: a key may come before.
 * Escape closes it at once, so that the next key is the page's; the browser's own event comes later, when another dialog may be
 * open. The focus returns to where it was.
 */
export function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.showModal();
    const uncover = cover(dialog);
    return () => {
      uncover();
      dialog.close();
    };
  }, []);
  return {
    ref,
    // A field for files in it has an event of this name, too.
    onCancel: ({ target, currentTarget }: TargetedEvent<HTMLDialogElement>) => {
      if (target === currentTarget) close();
    },
    onClose: ({ currentTarget }: TargetedEvent<HTMLDialogElement>) => {
      if (currentTarget.isConnected) close();
    },
  };
}

/** A modal dialog with a title. It begins at the field with `data-first`, if there is one. */
export const Dialog = ({ title, close, children }: DialogProps) => {
  const modal = useModal(close);
  useLayoutEffect(() => modal.ref.current?.querySelector<HTMLElement>("[data-first]")?.focus(), []);
  return (
    <dialog {...modal} class="dialog card" aria-label={title}>
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
