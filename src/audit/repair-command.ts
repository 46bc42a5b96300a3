/** The step among an audit's that the index does by itself. Apart, so that the CLI starts without the schemas. */
export const REPAIR_COMMAND = "recall doctor --repair";
