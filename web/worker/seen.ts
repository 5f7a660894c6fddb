/** What a page tells its worker: where it stands, and what of this site it has loaded for that. Paths, with their query. */
export type Seen = { page: string; loaded: string[] };

/** Only pages of ours can say something here, and a former version of them may say something else. */
export function readSeen(said: unknown): Seen | undefined {
  const { page, loaded } = (said ?? {}) as Partial<Record<keyof Seen, unknown>>;
  if (!isPath(page) || !Array.isArray(loaded) || !loaded.every(isPath)) return undefined;
  return { page, loaded };
}

const isPath = (given: unknown): given is string => typeof given === 'string' && /^\/(?!\/)/.test(given);
