/** The package carries no types: each export that we read is one language's list. */
declare module "stopword" {
  export const ara: readonly string[];
  export const jpn: readonly string[];
  export const kor: readonly string[];
  export const por: readonly string[];
  export const spa: readonly string[];
  export const zho: readonly string[];
}
