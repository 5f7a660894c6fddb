/** Aborts after so many milliseconds, as `AbortSignal.timeout`, which is younger than our oldest browsers. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(
    () => controller.abort(new DOMException('The request timed out.', 'TimeoutError')),
    milliseconds,
  );
  return controller.signal;
}
