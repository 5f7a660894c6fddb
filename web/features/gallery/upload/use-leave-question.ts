import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ask } from '#web/ui/dialogs.ts';

/** While photos are on their way, leaving asks first: they go on only as long as this page is open. */
export function useLeaveQuestion(running: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      running && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== '/login',
  );
  const blocked = blocker.state === 'blocked';

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time a way out is blocked
  useEffect(() => {
    if (!blocked) return;
    // The page may go without an answer, when another tab signs out.
    const gone = new AbortController();
    void ask({
      title: t`Leave while photos are uploading?`,
      text: t`What has not arrived yet will not be uploaded.`,
      signal: gone.signal,
    }).then((yes) => {
      if (gone.signal.aborted) return;
      if (yes) blocker.proceed();
      else blocker.reset();
    });
    return () => gone.abort();
  }, [blocked]);

  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before 119 asks for this.
      event.returnValue = true;
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [running]);
}
