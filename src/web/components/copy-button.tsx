import { usePage } from "../state/page.ts";
import { strings } from "../strings.ts";
import { Button } from "./button.tsx";

/** Copies a text and says so; `label` names what is copied. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const page = usePage();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => page.tell({ tone: "success", text: `${strings.copied}: ${text}` }),
      () => page.tell({ tone: "error", text: strings.copyFailed }),
    );
  const word = <span class="copy-word">{strings.copy}</span>;
  return <Button icon="copy" text={word} look="small" aria-label={label} title={label} onClick={copy} />;
};
