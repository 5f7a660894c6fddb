import { useLayoutEffect, useRef, useState } from 'react';
import { type Appointment, cancelAppointment as cancelEndpoint } from '#contract/appointments.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { alertDialog, confirmDialog } from '#web/components/dialogs.ts';
import { toast } from '#web/components/toast.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { cancelAppointment } from './cancel-appointment.ts';
import { describeCancellation } from './describe-cancellation.ts';

const noFailure = { text: '', at: 0 };

/**
 * @param onRemoved called to move the focus if the canceled appointment had it
 * @param leave opens another page, if this page shows only this appointment
 * @returns `container` is the ref of the element with the controls; `failure` says why the appointment was
 * not canceled, until the list is loaded again
 */
export function useCancel(
  appointment: Appointment,
  onRemoved: () => void,
  leave?: () => void | Promise<void>,
) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(noFailure);
  const { user } = useSession();
  const { dataUpdatedAt } = useQuery(appointmentsQuery(user));
  const cache = useQueryClient();
  const container = useRef<HTMLDivElement>(null);
  // The list may reload, and remove the focused element, after the dialog has closed.
  useLayoutEffect(() => {
    const element = container.current;
    return () => {
      if (element?.contains(document.activeElement)) onRemoved();
    };
  }, [onRemoved]);

  function showError(text: string) {
    setFailure({ text, at: Date.now() });
    toast.error(text);
  }

  async function leaveAndReload() {
    // The donor may have gone to another page in the meantime.
    if (container.current) await leave?.();
    const { queryKey } = appointmentsQuery(user);
    cache.setQueryData(queryKey, (list) => list?.filter(({ _id }) => _id !== appointment._id));
    // `exact` excludes the appointment's own query: React may still show its page, and the server would
    // respond that there is no such appointment.
    await cache.invalidateQueries({ queryKey, exact: true });
  }

  async function cancel() {
    setFailure(noFailure);
    await cancelAppointment({
      confirm: (question) => confirmDialog({ ...question, details: describeCancellation(appointment) }),
      alert: alertDialog,
      isOffline: () => navigator.onLine === false,
      send: () => call(cancelEndpoint, { params: { id: appointment._id } }),
      reload: () => cache.invalidateQueries({ queryKey: ['appointments'] }),
      leave: leave && leaveAndReload,
      setIsBusy,
      showError,
    });
    if (document.activeElement === document.body) onRemoved();
  }
  const isCurrent = failure.at > dataUpdatedAt;
  return { container, isBusy, failure: isCurrent ? failure.text : '', cancel: () => void cancel() };
}
