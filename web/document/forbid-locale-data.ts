const formats: [owner: object, method: string][] = [
  [Intl.DateTimeFormat.prototype, 'format'],
  [Intl.DateTimeFormat.prototype, 'formatToParts'],
  [Intl.NumberFormat.prototype, 'format'],
  [Intl.NumberFormat.prototype, 'formatToParts'],
  [Intl.PluralRules.prototype, 'select'],
  [Date.prototype, 'toLocaleString'],
  [Date.prototype, 'toLocaleDateString'],
  [Date.prototype, 'toLocaleTimeString'],
  [Number.prototype, 'toLocaleString'],
];

/**
 * Draws a page, and throws when anything in it was written with the locale data of this runtime: an old browser has other
 * data, finds another text than the prerendered one, and React renders the whole page again (error 418).
 */
export async function forbidLocaleData<Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> {
  const used = new Set<string>();
  const restore = formats.map(([owner, method]) =>
    watch(owner, method, () => used.add(String(new Error(method).stack))),
  );
  try {
    const drawn = await draw();
    // Not where it happens: React would leave that part to the browser, and say nothing.
    if (used.size > 0) throw new Error(`A prerendered text depends on locale data:\n${[...used].join('\n')}`);
    return drawn;
  } finally {
    for (const each of restore) each();
  }
}

function watch(owner: object, method: string, note: () => void): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, method) ?? {};
  const { get, value } = own;
  Object.defineProperty(owner, method, {
    configurable: true,
    get() {
      note();
      return get ? get.call(this) : value;
    },
  });
  return () => Object.defineProperty(owner, method, own);
}
