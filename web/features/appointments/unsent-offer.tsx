import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useSession } from '#web/session/session.tsx';
import { useOnline } from '#web/ui/use-online.ts';
import { UnsentCard } from './unsent-card.tsx';
import { type UnsentRequest, unsentRequests } from './unsent-requests.ts';

/** Beside whatever page is open, and in nobody's way. */
const frame = [
  'fixed inset-x-0 bottom-0 z-35 mx-auto grid max-h-[calc(0.6*var(--window-height))] w-[min(100%,34rem)] gap-3',
  'overflow-auto p-3 print:hidden',
].join(' ');

/** Offers again what a member has filled in without a line. Nothing is sent without their yes. */
export function UnsentOffer() {
  const { state, user } = useSession();
  const online = useOnline();
  const waiting = useUnsent(user?.uid);
  const offered = state === 'signed-in' && user && online ? waiting : [];
  return (
    <section aria-label={t`Not sent yet`} className={frame} hidden={offered.length === 0}>
      <p role="status" className="sr-only">
        {offered.length > 0 && <Trans>You have filled in something that was not sent.</Trans>}
      </p>
      {user && offered.map((request) => <UnsentCard key={request.key} uid={user.uid} request={request} />)}
    </section>
  );
}

const useUnsent = (uid: string | undefined): UnsentRequest[] =>
  JSON.parse(useSyncExternalStore(watch, () => JSON.stringify(unsentRequests.toOffer(uid))));

/** Another tab may have kept or sent some. */
function watch(changed: () => void): () => void {
  addEventListener('storage', changed);
  const stop = unsentRequests.subscribe(changed);
  return () => {
    removeEventListener('storage', changed);
    stop();
  };
}
