import { useEffect, useEffectEvent } from 'react';

/**
 * Calls when somebody comes back to this tab, by the Back button too, or the connection does. Moving between the page
 * and a frame in it (Stripe's card fields are frames) is no coming back.
 */
export function useComeback(onComeback: () => void): void {
  const back = useEffectEvent(onComeback);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let inFrame = false;
    addEventListener('blur', () => (inFrame = document.activeElement instanceof HTMLIFrameElement), {
      signal,
    });
    addEventListener('focus', () => !inFrame && back(), { signal });
    document.addEventListener('visibilitychange', () => !document.hidden && back(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && back(), { signal });
    addEventListener('online', () => back(), { signal });
    return () => listening.abort();
  }, []);
}
