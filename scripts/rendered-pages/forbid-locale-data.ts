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
 * Renders a page and throws if this runtime's locale data was used. Older browsers have different data, so
 * their text would differ from the rendered one and React would render the whole page again (error 418).
 */
export async function forbidLocaleData<Result>(render: () => Promise<Result>): Promise<Result> {
  const used = new Set<string>();
  const restore = formats.map(([owner, method]) =>
    intercept(owner, method, () => used.add(String(new Error(method).stack))),
  );
  try {
    const result = await render();
    // Throw only now: React would catch an error during rendering and leave that part to the browser.
    if (used.size > 0) throw new Error(`A rendered text depends on locale data:\n${[...used].join('\n')}`);
    return result;
  } finally {
    for (const restoreFormat of restore) restoreFormat();
  }
}

function intercept(owner: object, method: string, onUse: () => void): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, method) ?? {};
  const { get, value } = descriptor;
  Object.defineProperty(owner, method, {
    configurable: true,
    get() {
      onUse();
      return get ? get.call(this) : value;
    },
  });
  return () => Object.defineProperty(owner, method, descriptor);
}
