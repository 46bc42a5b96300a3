import { PASSAGE_TOKENS, middleMs } from "./calibration.ts";
import { padded } from "../batches.ts";
import { bertModel } from "../bert/graph.ts";
import { type BertShape, randomWeights } from "../bert/weights.ts";
import type { OnnxRuntime } from "../onnx-runtime.ts";

// How fast a model will be before it is downloaded: some of its layers with random weights, made in memory. What is
// calculated does not depend on what the weights are.

/** Layers of bge-base-en-v1.5. The table of the words is only looked up: a small one takes as long. */
const TRIED: BertShape = {
  ...{ layers: 4, hidden: 768, heads: 12, intermediate: 3_072 },
  ...{ vocabulary: 128, kind: "bert" },
};
const LAYERS = 12;

/**
 * Milliseconds that `bge-base-en-v1.5` will take for a passage of usual length on this processor, from a trial of a second
 * or two with some of its layers. `now`: a clock that never goes back.
 */
export async function tryPassageMs(
  { open, Tensor }: OnnxRuntime,
  now: () => number = () => performance.now(),
): Promise<number> {
  const weights = randomWeights({ ...TRIED, layers: 1 });
  // One layer's weights for all: as many as the whole model's take seconds to be made.
  const layers = Array.from({ length: TRIED.layers }, () => weights.layers).flat();
  const session = await open(Buffer.concat(bertModel(TRIED, { ...weights, layers }, { isQuantised: true })));
  const ids = Array.from({ length: PASSAGE_TOKENS }, (_, at) => at % TRIED.vocabulary);
  const passage = padded([{ ids, types: ids.map(() => 0) }], 0);
  const tensor = (values: BigInt64Array) => new Tensor("int64", values, [passage.rows, passage.columns]);
  const feeds = {
    input_ids: tensor(passage.ids),
    attention_mask: tensor(passage.mask),
    token_type_ids: tensor(passage.types),
  };
  try {
    return ((await middleMs(() => session.run(feeds), now)) * LAYERS) / TRIED.layers;
  } finally {
    await session.release();
  }
}
