import openWabt from "wabt";

/** A module of WebAssembly from its text. Throws with the place of what is wrong. */
export async function compileWat(name: string, text: string): Promise<Uint8Array> {
  const { parseWat } = await openWabt();
  const module = parseWat(name, text, { simd: true });
  try {
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}
