/** A binding whose named methods go through `around`, also those of its sessions; everything else of it stays what it is. */
export function watchedCalls<Binding extends object>(
  binding: Binding,
  methods: readonly string[],
  around: (call: () => Promise<unknown>) => Promise<unknown>,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "withSession")
        return (...args: unknown[]) => watchedCalls(value.apply(target, args), methods, around);
      if (methods.includes(String(name)))
        return (...args: unknown[]) => around(() => value.apply(target, args) as Promise<unknown>);
      return value.bind(target);
    },
  });
}
