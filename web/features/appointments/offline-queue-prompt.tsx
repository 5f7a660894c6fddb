import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { StrictMode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '#web/api/errors.ts';
import { queryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { panel } from '#web/components/class-names.ts';
import { restoreLostFocus } from '#web/components/focus-on-mount.ts';
import { closeIcon, Icon } from '#web/components/icon.tsx';
import { Modal } from '#web/components/modal.tsx';
import { toast } from '#web/components/toast.ts';
import { useOnline } from '#web/components/use-online.ts';
import { formatDay, formatDayAndTime } from '#web/i18n/days.ts';
import { basePath } from '#web/i18n/language.ts';
import { offlineQueue, type QueuedRequest } from '../../pwa/offline-queue.ts';
import { saveDraft } from './draft.ts';
import { sendRequest } from './send-request.ts';
import './appointments.css';

/** Offers the member's queued requests for sending when online. Nothing is sent without a click. */
export function OfflineQueuePrompt() {
  const { state, user } = useSession();
  const online = useOnline();
  const queued = useQueuedRequests(user?.uid);
  const [closedKeys, setClosedKeys] = useState<readonly string[]>([]);
  const requests = state === 'signed-in' && user && online ? queued : [];
  const [isReviewing, setIsReviewing] = useReview(requests.length);
  const isShown = !isReviewing && requests.some(({ key }) => !closedKeys.includes(key));
  useRoomAtPageEnd(isShown);

  return (
    <>
      <section aria-label={t`Not sent yet`} className="bb-queue-bar print:hidden" hidden={!isShown}>
        <div className="bb-card flex items-center gap-1 rounded-medium border-control py-1 pr-1 pl-3">
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
            onClick={() => setClosedKeys(requests.map(({ key }) => key))}
          >
            <Icon path={closeIcon} />
          </button>
        </div>
      </section>
      <Modal
        open={isReviewing}
        label={t`Not sent yet`}
        className={panel}
        onClose={() => setIsReviewing(false)}
      >
        <div className="grid gap-6">
          {user &&
            requests.map((request) => (
              <OfflineQueueCard key={request.key} uid={user.uid} request={request} />
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
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    // The button that opened the review is gone.
    restoreLostFocus(heading);
  }, [isOpen, isReviewing]);
  return [isReviewing, setIsOpen];
}

/** While the bar is shown, keeps the focused element above it, and lets the end of the page scroll above it. */
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

const useQueuedRequests = (uid: string | undefined): QueuedRequest[] =>
  JSON.parse(useSyncExternalStore(subscribe, () => JSON.stringify(offlineQueue.listUnclaimed(uid))));

/** Subscribes to changes made in this tab and, through the storage event, in other tabs. */
function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  const unsubscribe = offlineQueue.subscribe(onChange);
  return () => {
    removeEventListener('storage', onChange);
    unsubscribe();
  };
}

/** Shows one queued request with buttons to send, change or discard it. */
function OfflineQueueCard({ uid, request }: { uid: string; request: QueuedRequest }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const id = useId();
  const { center, bloodGroup } = request.body;
  const date = formatDayAndTime(request.body);

  async function send() {
    setIsBusy(true);
    setFailure('');
    try {
      const response = await sendRequest(uid, request, { keepRejected: true });
      if (response.success) toast.success(t`SuccessFully Submitted`);
      else if (response.nextFree)
        toast.error(t`${center} has no free place on ${formatDay(request.body.date)}`);
      else toast.error(t`You've Already Have an Appointment on ${formatDay(request.body.date)}`);
      await queryClient.invalidateQueries({ queryKey: ['appointments'] });
    } catch (error) {
      setFailure(failureText(error));
    }
    setIsBusy(false);
  }

  return (
    <article aria-labelledby={id} className="grid gap-3 [&_button]:min-h-11">
      <h2 id={id}>
        <Trans>Not sent yet</Trans>
      </h2>
      <p>
        <Trans>
          An appointment at {center} on {date}, blood group {bloodGroup}. Send it now? You will not get two
          appointments.
        </Trans>
      </p>
      <p role="alert" className="bb-error">
        {failure}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" isBusy={isBusy} onClick={() => void send()}>
          <Trans>Send it now</Trans>
        </Button>
        <Button variant="outlined" size="small" onClick={() => editRequest(uid, request)}>
          <Trans>Change it</Trans>
        </Button>
        <Button variant="text" size="small" onClick={() => offlineQueue.remove(uid, request, false)}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </article>
  );
}

/** Moves the request from the queue back into the form. */
function editRequest(uid: string, request: QueuedRequest): void {
  const { email: _, date, ...values } = request.body;
  saveDraft({ ...values, date: formatDay(date) });
  offlineQueue.remove(uid, request, false);
  const formUrl = `${basePath}/#request-appointment`;
  const isOnFormPage = location.pathname === (basePath || '/');
  location.assign(formUrl);
  if (isOnFormPage) location.reload();
}

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.fields) return Object.values(error.fields).join('. ');
  return error instanceof Error ? error.message : t`Something went wrong.`;
}

/** Renders the prompt in its own React root, so that no page has to include it. */
export const showOfflineQueue = (container: HTMLElement): void =>
  createRoot(container).render(
    <StrictMode>
      <OfflineQueuePrompt />
    </StrictMode>,
  );
