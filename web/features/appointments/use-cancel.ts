import { useLayoutEffect, useRef, useState } from 'react';
import { type Appointment, cancelAppointment as cancelEndpoint } from '#contract/appointments.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { alertDialog, confirmDialog } from '#web/components/dialogs.ts';
import { toast } from '#web/components/toast.ts';
import { cancelAppointment } from './cancel-appointment.ts';
import { describeAppointment } from './describe-appointment.ts';

/** @param onRemoved moves the focus when the canceled appointment had it. @returns `container`: a ref for its element */
export function useCancel(appointment: Appointment, onRemoved: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const cache = useQueryClient();
  const container = useRef<HTMLDivElement>(null);
  // The list may reload, and remove the focused element, after the dialog has closed.
  useLayoutEffect(() => {
    const element = container.current;
    return () => {
      if (element?.contains(document.activeElement)) onRemoved();
    };
  }, [onRemoved]);

  async function cancel() {
    await cancelAppointment({
      confirm: (question) => confirmDialog({ ...question, details: describeAppointment(appointment) }),
      alert: alertDialog,
      isOffline: () => navigator.onLine === false,
      send: () => call(cancelEndpoint, { params: { id: appointment._id } }),
      reload: () => cache.invalidateQueries({ queryKey: ['appointments'] }),
      setIsBusy,
      showError: toast.error,
    });
    if (document.activeElement === document.body) onRemoved();
  }
  return { container, isBusy, cancel: () => void cancel() };
}
