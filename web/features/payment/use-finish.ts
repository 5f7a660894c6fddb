import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { useQueryClient } from '#web/api/queries.ts';
import { tell } from '#web/ui/dialogs.ts';
import { appointmentQuery } from './payment-queries.ts';

const told = new Set<string>();

/**
 * From now on the page shows the receipt. Where it is news it is said, once, and then the list is shown, unless the
 * person has gone elsewhere meanwhile.
 */
export function useFinish(uid: string, appointmentId: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async ({ transactionId, awaited }: { transactionId: string; awaited: boolean }): Promise<void> => {
    const { queryKey } = appointmentQuery(uid, appointmentId);
    // Ours is saved: a page that is asked for before the server is shows no form again.
    cache.setQueryData(queryKey, (known) => known && { ...known, transactionId });
    void cache.invalidateQueries({ queryKey: ['appointments'] });
    if (!awaited || told.has(transactionId)) return;
    told.add(transactionId);
    await tell({ title: t`Payment Successful`, text: t`Your Transaction Id Is ${transactionId}` });
    if (window.location.pathname.includes(appointmentId)) await navigate('/dashboard/appointments');
  };
}
