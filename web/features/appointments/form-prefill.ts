import type { Day } from '#contract/days.ts';

/** What another part of the site puts into the appointment form, over what stands there. */
export type Prefill = {
  center?: string;
  date?: Day;
  /** Tells the person, above the fields, what was filled in. */
  note: string;
};

type Fill = (filling: Prefill) => void;

// In memory alone: a day may tell of what somebody answered about their health.
const forms = new Set<Fill>();
let waiting: Prefill | undefined;

/** Fills every form on the page, or else the next one that comes. */
export function publishPrefill(filling: Prefill): void {
  waiting = forms.size > 0 ? undefined : filling;
  for (const fill of forms) fill(filling);
}

/** For a form: takes what waits, and all that comes until the answer is called. */
export function subscribePrefill(fill: Fill): () => void {
  forms.add(fill);
  if (waiting) fill(waiting);
  waiting = undefined;
  return () => void forms.delete(fill);
}
