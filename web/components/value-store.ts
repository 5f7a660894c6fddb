/** Observable value for useSyncExternalStore. */
export type ValueStore<Value> = {
  read(): Value;
  set(next: Value): void;
  subscribe(listener: () => void): () => void;
};

export function createValueStore<Value>(initial: Value): ValueStore<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
