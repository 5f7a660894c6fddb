import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useSession } from '#web/auth/auth-provider.tsx';
import { useOnline } from '#web/browser/use-online.ts';
import { Button } from '#web/components/button.tsx';
import { panelClass } from '#web/components/class-names.ts';
import { restoreLostFocus } from '#web/components/focus-on-mount.ts';
import { closeIcon, Icon } from '#web/components/icon.tsx';
import { Modal } from '#web/components/modal.tsx';
import { offlineQueue } from '../../pwa/offline-queue.ts';
import { QueuedRequestCard } from './list/queued-request-card.tsx';
import { useQueuedRequests } from './list/use-queued-requests.ts';

/** Spans the width of the window, so that it never covers a control only partly. */
const barClass = 'fixed inset-x-0 bottom-0 z-35 border-control border-t bg-paper print:hidden';

/** Offers the member's queued requests for sending when online. Nothing is sent without a click. */
export function OfflineQueuePrompt() {
  const { state, user } = useSession();
  const isOnline = useOnline();
  const queued = useQueuedRequests(user?.uid, offlineQueue.listUnclaimed);
  const [closedKeys, setClosedKeys] = useState<readonly string[]>([]);
  const requests = state === 'signed-in' && user && isOnline ? queued : [];
  const [isReviewing, setIsReviewing] = useReview(requests.length);
  const isShown = !isReviewing && requests.some(({ key }) => !closedKeys.includes(key));
  useRoomAtPageEnd(isShown);

  return (
    <>
      <section aria-label={t`Not sent yet`} className={barClass} hidden={!isShown}>
        <div className="mx-auto flex max-w-136 items-center gap-1 py-1 ps-4 pr-1">
          <p role="status" className="mr-auto leading-tight text-small">
            {isShown && plural(requests.length, { one: '# request not sent', other: '# requests not sent' })}
          </p>
          <Button size="small" className="min-h-11" onClick={() => setIsReviewing(true)}>
            <Trans>Review</Trans>
          </Button>
          <button
            type="button"
            className="bb-icon-button"
            aria-label={t`Close`}
            onClick={() => {
              setClosedKeys(requests.map(({ key }) => key));
              mainHeading()?.focus({ preventScroll: true });
            }}
          >
            <Icon path={closeIcon} />
          </button>
        </div>
      </section>
      <Modal
        open={isReviewing}
        label={t`Not sent yet`}
        className={panelClass}
        onClose={() => setIsReviewing(false)}
      >
        <div className="grid gap-6">
          {user &&
            requests.map((request) => (
              <QueuedRequestCard key={request.key} uid={user.uid} request={request} />
            ))}
        </div>
      </Modal>
    </>
  );
}

/** Whether the review is open. It ends when no request is left. */
function useReview(count: number): [isReviewing: boolean, setIsReviewing: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false);
  const isReviewing = isOpen && count > 0;
  useEffect(() => {
    if (!isOpen || isReviewing) return;
    setIsOpen(false);
    // The button that opened the review was removed.
    restoreLostFocus(mainHeading());
  }, [isOpen, isReviewing]);
  return [isReviewing, setIsOpen];
}

function mainHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

/**
 * While the bar is shown, keeps the focused element above it, and lets the end of the page scroll above it.
 */
function useRoomAtPageEnd(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const { body, documentElement } = document;
    documentElement.style.scrollPaddingBottom = '11rem';
    body.style.paddingBottom = '6rem';
    return () => {
      documentElement.style.scrollPaddingBottom = '';
      body.style.paddingBottom = '';
    };
  }, [isShown]);
}

/** Renders the prompt in its own React root, so that no page has to include it. */
export const showOfflineQueue = (container: HTMLElement): void =>
  createRoot(container).render(
    <StrictMode>
      <OfflineQueuePrompt />
    </StrictMode>,
  );
