import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { queryClient } from '#web/api/queries.ts';
import { useOnline } from '#web/browser/use-online.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { errorText } from '#web/components/error-text.ts';
import { slotLimitText } from '#web/components/slot-limit-text.ts';
import { toast } from '#web/components/toast.ts';
import { formatDay, formatDayAndTime } from '#web/i18n/days.ts';
import { basePath } from '#web/i18n/language.ts';
import { offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';
import { hasWaitingDraft, saveDraft } from '../form/draft.ts';
import { sendRequest } from '../form/send-request.ts';
import { isFormInUse } from '../form/use-draft.ts';

/** Shows one queued request with buttons to send, change or discard it. It can only be sent online. */
export function QueuedRequestCard({ uid, request }: { uid: string; request: QueuedRequest }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const isOnline = useOnline();
  const id = useId();
  const { center, bloodGroup } = request.body;
  const date = formatDayAndTime(request.body);

  async function send() {
    setIsBusy(true);
    setFailure('');
    try {
      const response = await sendRequest(uid, request, { keepRejected: true });
      const day = formatDay(request.body.date);
      if (response.success) toast.success(t`SuccessFully Submitted`);
      else if (response.limit) setFailure(slotLimitText(response.limit));
      else if (response.nextFree) setFailure(t`${center} has no free place on ${day}`);
      else setFailure(t`You've Already Have an Appointment on ${day}`);
      await queryClient.invalidateQueries({ queryKey: ['appointments'] });
    } catch (error) {
      setFailure(errorText(error));
    }
    setIsBusy(false);
  }

  async function discard() {
    const isConfirmed = await confirmDialog({
      title: t`Discard this request?`,
      text: t`It will be removed from this device. If we have already received it, it stays among your appointments.`,
      details: `${date}, ${center}`,
    });
    if (isConfirmed) offlineQueue.remove(uid, request, false);
  }

  return (
    <article aria-labelledby={id} className="grid gap-3 [&_button]:min-h-11">
      <h2 id={id} className="text-large">
        <Trans>Not sent yet</Trans>
      </h2>
      {/* Both texts take space, to avoid a layout shift when the connection is back. */}
      <div className="grid *:[grid-area:1/1]">
        <p className={isOnline ? '' : 'invisible'}>
          {t`An appointment at ${center} on ${date}, blood group ${bloodGroup}. Send it now? You will not get two appointments.`}
        </p>
        <p className={isOnline ? 'invisible' : ''}>
          {t`An appointment at ${center} on ${date}, blood group ${bloodGroup}. It is saved on this device. You can send it when you're back online.`}
        </p>
      </div>
      <p role="alert" className="bb-error">
        {failure}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" isBusy={isBusy} disabled={!isOnline} onClick={() => void send()}>
          <Trans>Send it now</Trans>
        </Button>
        <Button
          variant="outlined"
          size="small"
          disabled={isBusy}
          onClick={() => void editRequest(uid, request)}
        >
          <Trans>Change it</Trans>
        </Button>
        <Button variant="text" size="small" disabled={isBusy} onClick={() => void discard()}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </article>
  );
}

/** Opens the request in the form. It stays in the queue until the form sends it or its changed version. */
async function editRequest(uid: string, request: QueuedRequest): Promise<void> {
  const mustAsk = isFormInUse() || hasWaitingDraft(uid, request.key);
  const isConfirmed =
    !mustAsk ||
    (await confirmDialog({
      title: t`Replace what is in the form?`,
      text: t`You have another request in the form that is not sent. It would be lost.`,
    }));
  if (!isConfirmed) return;
  const { email: _, date, ...values } = request.body;
  if (!saveDraft({ ...values, date: formatDay(date) }, { owner: uid, replaces: request.key }))
    return void toast.error(t`The request could not be opened in the form. It stays here.`);
  const formUrl = `${basePath}/#request-appointment`;
  if (location.pathname !== (basePath || '/')) return location.assign(formUrl);
  // Change the URL without a navigation: during one, the form on this page would take the draft.
  history.replaceState(history.state, '', formUrl);
  location.reload();
}
