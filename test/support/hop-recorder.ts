/**
 * Counts hops as they are defined: awaits on anything outside the isolate, where calls started together are one. Calls
 * belong to one hop when no call of the hop had answered before they started.
 */
export interface HopRecorder {
  /** Hops since `reset`. */
  hops(): number;
  reset(): void;
  /** The binding with every call of the named methods recorded. */
  watch<Binding extends object>(binding: Binding, methods: readonly string[]): Binding;
}

export function hopRecorder(): HopRecorder {
  let hops = 0;
  let hasAnswered = true;
  const record = <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (hasAnswered) {
      hops += 1;
      hasAnswered = false;
    }
    return call().finally(() => {
      hasAnswered = true;
    });
  };
  const watch = <Binding extends object>(binding: Binding, methods: readonly string[]): Binding =>
    new Proxy(binding, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "withSession") return (...args: unknown[]) => watch(value.apply(target, args), methods);
        if (methods.includes(String(name)))
          return (...args: unknown[]) => record(() => value.apply(target, args) as Promise<unknown>);
        return value.bind(target);
      },
    });
  return {
    hops: () => hops,
    reset() {
      hops = 0;
      hasAnswered = true;
    },
    watch,
  };
}
