import { type Appointment, getAppointment } from '#contract/appointments.ts';
import { toMajorUnits } from '#contract/money.ts';
import { createPaymentIntent } from '#contract/payments.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';
import { requireFee } from '#web/queries/appointment-fee.ts';
import { parseAppointment } from '#web/queries/appointment-queries.ts';

/**
 * Loads one appointment of one user. Its query key begins with that of the user's list, so that both are
 * invalidated together.
 */
export const appointmentQuery = (uid: string, id: string) =>
  queryOptions({
    queryKey: ['appointments', uid, id],
    queryFn: async ({ signal }) => parseAppointment(await call(getAppointment, { params: { id }, signal })),
  });

/**
 * Loads the open PaymentIntent of an appointment. Repeated requests return the same one, so it never becomes
 * stale.
 */
export const paymentIntentQuery = (uid: string, appointment: Pick<Appointment, '_id' | 'fee'>) =>
  queryOptions({
    queryKey: ['payment-intent', uid, appointment._id],
    queryFn: ({ signal }) => {
      const { amount, currency } = requireFee(appointment);
      const body = { price: toMajorUnits(amount, currency), appointmentId: appointment._id };
      return call(createPaymentIntent, { body, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
