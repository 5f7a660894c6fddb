import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirmDialog } from './dialogs.ts';

/** Asks for confirmation if the user leaves the page, except to sign in, while `isNeeded` is true. */
export function useConfirmLeave(isNeeded: boolean, question: { title: string; text: string }): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isNeeded && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== '/login',
  );
  const isBlocked = blocker.state === 'blocked';

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each blocked navigation
  useEffect(() => {
    if (!isBlocked) return;
    // The user may leave the page without answering, for example when another tab signs out.
    const pageController = new AbortController();
    void confirmDialog({ ...question, signal: pageController.signal }).then((confirmed) => {
      if (pageController.signal.aborted) return;
      if (confirmed) blocker.proceed();
      else blocker.reset();
    });
    return () => pageController.abort();
  }, [isBlocked]);

  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before 119 requires this.
      event.returnValue = true;
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
