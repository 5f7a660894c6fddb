/** A key that no other request carries; `randomUUID` is missing where the page is not in a secure context. */
export function newRequestKey(source: Pick<Crypto, 'getRandomValues'> & Partial<Crypto> = crypto): string {
  if (source.randomUUID) return source.randomUUID();
  return Array.from(source.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * The Idempotency-Key of a filled form: the same while the same request is repeated because its answer was
 * lost, a new one once the form says something else or the server has answered.
 */
export function requestKeys(next: () => string = newRequestKey) {
  let current: { content: string; key: string } | undefined;
  return {
    keyFor(request: unknown): string {
      const content = JSON.stringify(request);
      if (current?.content !== content) current = { content, key: next() };
      return current.key;
    },
    answered(): void {
      current = undefined;
    },
  };
}
export type RequestKeys = ReturnType<typeof requestKeys>;
