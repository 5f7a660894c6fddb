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
import { formatWireDay } from '#web/i18n/days.ts';
import { basePath } from '#web/i18n/language.ts';
import { offlineQueue, type QueuedRequest } from '../../pwa/offline-queue.ts';
import type { AppointmentValues } from './appointment-schema.ts';
import { saveDraft } from './draft.ts';
import { sendRequest } from './send-request.ts';

/** Beside whatever page is open, and in nobody's way. */
const frame = [
  'fixed inset-x-0 bottom-0 z-35 mx-auto grid max-h-[calc(0.6*var(--window-height))] w-[min(100%,34rem)] gap-3',
  'overflow-auto p-3 print:hidden',
].join(' ');

/** Offers again what a member has filled in without a line. Nothing is sent without their yes. */
export function OfflineQueuePrompt() {
  const { state, user } = useSession();
  const online = useOnline();
  const waiting = useUnsent(user?.uid);
  const offered = state === 'signed-in' && user && online ? waiting : [];
  return (
    <section aria-label={t`Not sent yet`} className={frame} hidden={offered.length === 0}>
      <p role="status" className="sr-only">
        {offered.length > 0 && <Trans>You have a request that was not sent.</Trans>}
      </p>
      {user &&
        offered.map((request) => <OfflineQueueCard key={request.key} uid={user.uid} request={request} />)}
    </section>
  );
}

const useUnsent = (uid: string | undefined): QueuedRequest[] =>
  JSON.parse(useSyncExternalStore(watch, () => JSON.stringify(offlineQueue.toOffer(uid))));

/** Another tab may have kept or sent some. */
function watch(changed: () => void): () => void {
  addEventListener('storage', changed);
  const stop = offlineQueue.subscribe(changed);
  return () => {
    removeEventListener('storage', changed);
    stop();
  };
}

/** One request that was not sent, and what to do with it. */
function OfflineQueueCard({ uid, request }: { uid: string; request: QueuedRequest }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const id = useId();
  const { center, bloodGroup } = request.body;
  const date = formatWireDay(request.body.date);

  async function send() {
    setBusy(true);
    setFailure('');
    try {
      const { success } = await sendRequest(uid, request, { keepRefused: true });
      if (success) toast.success(t`SuccessFully Submitted`);
      else toast.error(t`You've Already Have an Appointment on ${date}`);
      await queryClient.invalidateQueries({ queryKey: ['appointments'] });
    } catch (error) {
      setFailure(reasonOf(error));
    }
    setBusy(false);
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
          An appointment at {center} on {date}, blood group {bloodGroup}. Send it now? It is never booked
          twice.
        </Trans>
      </p>
      <p role="alert" className="bb-error">
        {failure}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} onClick={() => void send()}>
          <Trans>Send it now</Trans>
        </Button>
        <Button look="quiet" size="small" onClick={() => change(uid, request)}>
          <Trans>Change it</Trans>
        </Button>
        <Button look="plain" size="small" onClick={() => offlineQueue.end(uid, request, false)}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </article>
  );
}

/** Into the form again, where the person left it. */
function change(uid: string, request: QueuedRequest): void {
  const { email: _, ...values } = request.body;
  saveDraft(values as AppointmentValues);
  offlineQueue.end(uid, request, false);
  const form = `${basePath}/#request-appointment`;
  const here = location.pathname === (basePath || '/');
  location.assign(form);
  if (here) location.reload();
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.fields) return Object.values(error.fields).join('. ');
  return error instanceof Error ? error.message : t`Something went wrong.`;
}

/** Renders the prompt outside React's document, so that no page has to render it. */
export const showOfflineQueue = (container: HTMLElement): void =>
  createRoot(container).render(
    <StrictMode>
      <OfflineQueuePrompt />
    </StrictMode>,
  );
