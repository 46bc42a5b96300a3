import { expect, it } from "vitest";
import { splitLines } from "../../../../src/documents/chunkers/lines.ts";
import { outlineNotebook } from "../../../../src/documents/chunkers/notebook.ts";
import { atOnce } from "../../../../src/text/steps.ts";

const CELLS = ' "cells": [';
const TYPE = '   "cell_type": "markdown",';

/** The headings of a notebook of one cell. */
function headingsOf(source: readonly string[], { cells = CELLS, type = TYPE } = {}): string {
  const lines = ["{", cells, "  {", type, ...source, "  }", " ],", ' "x": 1', "}"];
  return atOnce(outlineNotebook(splitLines(lines.join("\n"))))
    .sections.map(({ headings }) => headings.join(" > "))
    .join(", ");
}
const SOURCE = ['   "source": [', '    "# A"', "   ]"];

it.each<[string, readonly string[], string]>([
  ["in a list of lines", ['   "source": [', '    "text\\n",', '    "# A"', "   ]"], "A"],
  ["in a string", ['   "source": "# A"'], "A"],
  ["in a string of lines", ['   "source": "text\\n# A\\n## B"'], "A > B"],
  ["in a list on its line", ['   "source": ["# A"]'], "A"],
  ["in a glued list", ['   "source":["# A",', '    "x"]'], "A"],
  ["in a list with white space", ['   "source" : [ "# A",', '    "x"]'], "A"],
  ["with quotes in it", ['   "source": "# a \\"b\\" c"'], 'a "b" c'],
  ["with quotes in a line of a list", ['   "source": [', '    "# a \\"b\\" c\\n",', "   ]"], 'a "b" c'],
  ["with a backslash at its end", ['   "source": [', '    "# a\\\\",', '    "## b"', "   ]"], "a\\ > b"],
  ["behind an empty string", ['   "source": [', '    "",', '    "# A"', "   ]"], "A"],
  ["behind an empty first string", ['   "source": ["",', '    "# A"', "   ]"], "A"],
  ["behind two spaces", ['   "source": "#  A"'], "A"],
  ["in no other field", ['   "other": [', '    "# A"', "   ]"], ""],
  ["in no field before it", ['   "other": [', '    "# A"', "   ],", '   "source": []'], ""],
  ["in no field whose name ends so", ['   "x": "source": "# A"'], ""],
  ["in no line with text before it", ['   "source": [', '    x "# A"', "   ]"], ""],
  ["in no line with text behind it", ['   "source": [', '    "# A" x', "   ]"], ""],
  ["behind a fence of no four spaces", ['   "source": "    ```\\n# A"'], "A"],
  ["behind no fence of three spaces", ['   "source": "   ```\\n# A"'], ""],
  ["behind a fence that is closed", ['   "source": "```\\n# no\\n```\\n# A"'], "A"],
  ["behind no open fence of tildes", ['   "source": "~~~\\n# A"'], ""],
  ["behind marks inside of a line", ['   "source": "x ```\\n# A"'], "A"],
])("a notebook has a heading %s", (_, source, headings) => {
  expect(headingsOf(source)).toBe(headings);
});

it.each<[string, { cells?: string; type?: string }, string]>([
  ["a list of cells without white space", { cells: '"cells":[' }, "A"],
  ["a list of cells with white space", { cells: ' "cells" : [ ' }, "A"],
  ["no list behind other text", { cells: ' x "cells": [' }, ""],
  ["no list with text behind it", { cells: ' "cells": [ {' }, ""],
  ["a type without white space", { type: '   "cell_type":"markdown",' }, "A"],
  ["no type behind other text", { type: '   "x": "cell_type": "markdown",' }, ""],
  ["no other type", { type: '   "cell_type": "raw",' }, ""],
])("the text of a notebook is found in %s", (_, form, headings) => {
  expect(headingsOf(SOURCE, form)).toBe(headings);
});
