import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { days, seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { cancelLivePayment } from './close-payment.ts';
import { type MemberEmail, sendIfConfirmed } from './emails.ts';
import { removeOldEvents } from './events-repository.ts';
import { mountPaymentDecisions } from './owner-routes.ts';
import {
  checkOpenPayments,
  createEventReadState,
  expireStalePayments,
  readEventsWhenDue,
} from './reconcile.ts';
import { sendDueRefund } from './refunds.ts';
import { mountPayments } from './routes.ts';

export function registerPayments(core: Core): Registration {
  const readState = createEventReadState();
  return {
    mount(routes) {
      mountPayments(routes, core);
      mountPaymentDecisions(routes, core);
    },
    jobs: [
      {
        name: 'check-open-payments',
        singleton: true,
        everyMs: seconds(5),
        run: () => checkOpenPayments(core),
      },
      {
        name: 'reconcile-payments',
        singleton: true,
        everyMs: seconds(5),
        run: () => readEventsWhenDue(core, readState),
      },
      {
        name: 'expire-stale-payments',
        singleton: true,
        everyMs: seconds(30),
        run: () => expireStalePayments(core),
      },
    ],
    handlers: {
      refund: ({ intentId }: { intentId: string }) => sendDueRefund(core, intentId),
      'cancel-payment': async ({ appointmentId }: { appointmentId: string }) => {
        await cancelLivePayment(core, appointmentId);
      },
      'email-if-confirmed': (email: MemberEmail, id: string, confirm: ConfirmClaim) =>
        sendIfConfirmed(core, email, id, confirm),
    },
    cleanUps: {
      // Longer than the 30 days for which the provider lists an event.
      'card-events': () => removeOldEvents(core.db, core.clock() - days(40)),
    },
  };
}
