import { type RefObject, useLayoutEffect } from 'react';
import { useSession } from '#web/auth/auth-provider.tsx';
import { afterNextPaint } from '#web/browser/after-first-paint.ts';

/**
 * Opens the page at the form when a visitor's draft was saved before sign-in, unless the reader has already
 * scrolled.
 */
export function useScrollToDraft(form: RefObject<HTMLElement | null>): void {
  const { state } = useSession();
  useLayoutEffect(() => {
    if (state !== 'signed-in' || !isDraftWaiting()) return;
    // This runs after the router has scrolled to the top, but before the page is painted.
    queueMicrotask(() => {
      if (window.scrollY === 0) openAt(form.current);
    });
  }, [state, form]);
}

function openAt(form: HTMLElement | null): void {
  form?.scrollIntoView({ behavior: 'auto' });
  // This runs after the layout has focused the page's heading.
  void afterNextPaint().then(() => form?.focus({ preventScroll: true }));
}

/**
 * Whether there is a draft that has not been restored since sign-in (features/appointments/form/draft.ts).
 */
function isDraftWaiting(): boolean {
  try {
    const draft = JSON.parse(sessionStorage.getItem('appointmentDraft') ?? 'null');
    return draft !== null && draft.historyEntry === undefined && !draft.isRestored;
  } catch {
    return false;
  }
}
