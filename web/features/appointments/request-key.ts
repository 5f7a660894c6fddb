import { newRequestKey } from '#web/api/request-key.ts';

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
