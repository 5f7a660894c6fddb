let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  ids = next;
  for (const listener of listeners) listener();
}

/** Photos that their owner has just deleted: they leave the wall before, and whatever, the server answers. */
export const takenAway = {
  ids: (): ReadonlySet<string> => ids,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  add: (id: string): void => set(new Set([...ids, id])),
  /** The photo could not be deleted, and stands where it stood. */
  putBack: (id: string): void => set(new Set([...ids].filter((other) => other !== id))),
};
