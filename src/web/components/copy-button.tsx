import { usePage } from "../state/page.ts";
import { strings } from "../strings.ts";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as the button's name. */
  readonly label: string;
}

/** Copies a text and says so. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const page = usePage();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => page.tell({ tone: "success", text: `${strings.copied}: ${text}` }),
      () => page.tell({ tone: "error", text: strings.copyFailed }),
    );
  return (
    <button type="button" class="button button-small" aria-label={label} title={label} onClick={copy}>
      <Icon name="copy" />
      <span class="copy-word">{strings.copy}</span>
    </button>
  );
};
