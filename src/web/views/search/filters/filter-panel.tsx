import { useEffect, useRef } from "preact/hooks";
import { Choices } from "../../../components/button.tsx";
import { strings } from "../../../strings.ts";
import { FilterEditor, type FilterName } from "./filter-editor.tsx";

const words = strings.search.filters;

interface FilterPanelProps {
  readonly name: FilterName;
  readonly choose: (name: FilterName) => void;
  readonly close: () => void;
}

/** What one can filter by, and the editor of the chosen one. Escape closes it. */
export const FilterPanel = ({ name, choose, close }: FilterPanelProps) => {
  const place = useRef<HTMLFieldSetElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => editor.current?.querySelector<HTMLElement>("input, button")?.focus(), [name]);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    <fieldset ref={place} class="filter-panel card" onKeyDown={closeByKey}>
      <legend class="visually-hidden">{words.label}</legend>
      <div class="filter-names">
        <Choices
          choices={Object.entries(words.names) as [FilterName, string][]}
          chosen={name}
          choose={choose}
        />
      </div>
      <div class="filter-editor" ref={editor}>
        <FilterEditor key={name} name={name} close={close} />
      </div>
    </fieldset>
  );
};
