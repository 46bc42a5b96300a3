/** The sample's root: nobody names a folder so by accident. */
export const SAMPLE_ROOT = "edge-recall-sample";
