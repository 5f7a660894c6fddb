import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { StrictMode, useId, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '#web/api/errors.ts';
import { queryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { toast } from '#web/components/toast.ts';
import { useOnline } from '#web/components/use-online.ts';
import { formatDay } from '#web/i18n/days.ts';
import { basePath } from '#web/i18n/language.ts';
import { offlineQueue, type QueuedRequest } from '../../pwa/offline-queue.ts';
import { saveDraft } from './draft.ts';
import { sendRequest } from './send-request.ts';

const promptClass = [
  'fixed inset-x-0 bottom-0 z-35 mx-auto grid max-h-[calc(0.6*var(--window-height))] w-[min(100%,34rem)] gap-3',
  'overflow-auto p-3 print:hidden',
].join(' ');

/** Offers the member's queued requests for sending when online. Nothing is sent without a click. */
export function OfflineQueuePrompt() {
  const { state, user } = useSession();
  const online = useOnline();
  const queued = useQueuedRequests(user?.uid);
  const shown = state === 'signed-in' && user && online ? queued : [];
  return (
    <section aria-label={t`Not sent yet`} className={promptClass} hidden={shown.length === 0}>
      <p role="status" className="sr-only">
        {shown.length > 0 && <Trans>You have a request that was not sent.</Trans>}
      </p>
      {user &&
        shown.map((request) => <OfflineQueueCard key={request.key} uid={user.uid} request={request} />)}
    </section>
  );
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
  const date = formatDay(request.body.date);

  async function send() {
    setIsBusy(true);
    setFailure('');
    try {
      const { success } = await sendRequest(uid, request, { keepRejected: true });
      if (success) toast.success(t`SuccessFully Submitted`);
      else toast.error(t`You've Already Have an Appointment on ${date}`);
      await queryClient.invalidateQueries({ queryKey: ['appointments'] });
    } catch (error) {
      setFailure(failureText(error));
    }
    setIsBusy(false);
  }

  return (
    <article
      aria-labelledby={id}
      className="bb-card grid gap-3 rounded-medium border-control p-4 pointer-coarse:[&_button]:min-h-11"
    >
      <h2 id={id} className="text-large">
        <Trans>You filled this in while offline</Trans>
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
