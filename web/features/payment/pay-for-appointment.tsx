import { useEffect } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { cardFormQuery } from './card-form-query.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { PayPanel } from './pay-panel.tsx';
import { chargeQuery } from './payment-queries.ts';

/** Opens the charge and the card form side by side; the pay button stands there from the start, disabled. */
export function PayForAppointment({ appointment, uid }: { appointment: Appointment; uid: string }) {
  const charge = useQuery(chargeQuery(uid, appointment._id));
  const cards = useQuery(cardFormQuery);
  useReloadWhenOutdated(charge.error, uid);

  const failed = [charge, cards].filter(({ error }) => error);
  const reason = failed[0]?.error?.message;
  if (charge.data && cards.data)
    return (
      <CheckoutForm
        key={charge.data.clientSecret}
        appointment={appointment}
        clientSecret={charge.data.clientSecret}
        cards={cards.data}
      />
    );
  return (
    <PayPanel
      preparing={failed.length === 0}
      problem={reason === undefined ? undefined : `The card form could not be opened. ${reason}`}
      again={failed.length > 0 ? () => void Promise.all(failed.map(({ refetch }) => refetch())) : undefined}
    />
  );
}

/** Paid or cancelled meanwhile, in another tab perhaps: what stands on the page is asked for anew. */
function useReloadWhenOutdated(error: Error | null, uid: string): void {
  const cache = useQueryClient();
  const outdated = error instanceof ApiError && (error.status === 404 || error.status === 409);
  useEffect(() => {
    if (outdated) void cache.invalidateQueries({ queryKey: ['appointments', uid] });
  }, [outdated, uid, cache]);
}
