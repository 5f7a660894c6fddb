import { useEffect, useEffectEvent } from 'react';

const first = 2_000;
const longest = 30_000;

/** While something may pass by itself it is looked at again, less and less often. */
export function useLookAgain(whileItMayPass: boolean, look: () => Promise<void>): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!whileItMayPass) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const lookAfter = (pause: number) => {
      timer = setTimeout(() => {
        void lookNow().then(() => over || lookAfter(Math.min(pause * 2, longest)));
      }, pause);
    };
    lookAfter(first);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [whileItMayPass]);
}
