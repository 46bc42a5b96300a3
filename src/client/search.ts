import type { TypedClient } from "./typed-client.ts";

type Post = TypedClient["v1"]["search"]["$post"];
type Request = Parameters<Post>[0]["json"];
type CallOptions = Parameters<Post>[1];
type Whole = Awaited<ReturnType<Awaited<ReturnType<Post>>["json"]>>;
type AnyHit = Whole["hits"][number];
type Passage = Extract<AnyHit, { readonly scores: unknown }>;
type Priced = Extract<AnyHit, { readonly tokens: unknown }>;

/** What a hit of each view is. Under a small `budget` a first hit with `cut` may be down to what the digest has. */
export interface HitOf {
  readonly full: Passage;
  readonly snippet: Passage;
  readonly compact: Priced;
  readonly digest: Exclude<AnyHit, Passage | Priced>;
}

type Shown<View extends keyof HitOf> = Omit<Whole, "hits" | "closest"> & {
  hits: HitOf[View][];
  closest?: HitOf[View][] | undefined;
};

export interface Searching {
  /** Searches; the hits have the fields of the view that is asked for. Throws RecallError. */
  readonly search: <View extends keyof HitOf = "snippet">(
    request: Omit<Request, "view"> & { readonly view?: View },
    options?: CallOptions,
  ) => Promise<Shown<View>>;
}

/** The search of a client, whose answer is typed by its view. */
export const searching = ({ v1 }: Pick<TypedClient, "v1">): Searching => ({
  search: async <View extends keyof HitOf>(
    request: Omit<Request, "view"> & { readonly view?: View },
    options?: CallOptions,
  ) => (await (await v1.search.$post({ json: request }, options)).json()) as Shown<View>,
});
