import type { Day } from '#contract/days.ts';

/** Values that another part of the site puts into the appointment form. They replace the current values. */
export type Prefill = {
  center?: string;
  date?: Day;
  /** Arrival time, `09:30`. */
  time?: string;
  /** A text above the fields that names the values that were filled in. */
  note: string;
};

type Listener = (prefill: Prefill) => void;

const listeners = new Set<Listener>();
// The prefill is kept only in memory, because its date can reveal the visitor's eligibility answers, which
// are health data.
let pending: Prefill | undefined;

/** Fills every mounted form. If none is mounted, the prefill waits for the next form that subscribes. */
export function publishPrefill(prefill: Prefill): void {
  pending = listeners.size > 0 ? undefined : prefill;
  for (const listener of listeners) listener(prefill);
}

/** Subscribes a form, and immediately delivers a pending prefill. @returns the unsubscribe function */
export function subscribePrefill(listener: Listener): () => void {
  listeners.add(listener);
  if (pending) listener(pending);
  pending = undefined;
  return () => void listeners.delete(listener);
}
