import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { claimItem, type ItemKey, releaseItem } from './moderation-requests.ts';

/**
 * Interval between renewals of a claim. A background tab, whose timers run once a minute, also renews within
 * CLAIM_TTL_MS.
 */
const RENEW_MS = 30_000;
/** Delay between attempts while another moderator has the item, or after an error. */
const RETRY_MS = 5000;

/**
 * Claims the open item, and releases it when another item is opened or the page is left. Returns whether
 * another moderator has claimed it.
 * @param onGone called when the item is already decided, or the person may no longer decide
 */
export function useClaim(item: ItemKey | undefined, onGone: (error: ApiError) => void): boolean {
  const { _id: id, kind } = item ?? {};
  const [claimedByOther, setClaimedByOther] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another item starts another claim
  useEffect(() => {
    if (!id || !kind) return;
    const key = { _id: id, kind };
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout>;
    const renew = async () => {
      clearTimeout(timer);
      let waitMs = RENEW_MS;
      try {
        await claimItem(key, signal);
        setClaimedByOther(undefined);
      } catch (error) {
        if (signal.aborted) return;
        const isClaimed = error instanceof ApiError && error.code === 'item-claimed';
        if (isClaimed) setClaimedByOther(id);
        else if (error instanceof ApiError && error.status < 500) return onGone(error);
        waitMs = RETRY_MS;
      }
      if (!signal.aborted) timer = setTimeout(renew, waitMs);
    };
    const leave = () => releaseItem(key);
    const onVisible = () => {
      if (document.visibilityState === 'visible') void renew();
    };
    void renew();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      controller.abort();
      clearTimeout(timer);
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', onVisible);
      leave();
    };
  }, [id, kind]);

  return id !== undefined && claimedByOther === id;
}
