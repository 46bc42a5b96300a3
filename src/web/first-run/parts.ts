/** What is loaded where the workspace is empty, or holds the sample. */
export { FirstRun } from "./first-run.tsx";
export { SampleThere } from "./sample-there.tsx";
