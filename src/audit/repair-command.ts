/** The step among an audit's that the index does by itself. Apart, so that the CLI starts without the schemas. */
export const REPAIR_COMMAND = "recall doctor --repair";

/** Where the file itself is damaged, nothing that is written into it would stay. */
export const RESTORE_STEP =
  "stop the server, move the folder state out of its home, start it again, run recall restore; then recall push the folders";
