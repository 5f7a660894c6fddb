import type { Feature } from '#contract/features.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { ConfirmClaim, OutboxHandler } from '#platform/jobs/outbox.ts';
import type { Email } from '#platform/messages.ts';
import { days, hours, seconds } from '#platform/time.ts';
import { cancelLivePayment } from './features/payments/close-payment.ts';
import { removeOldEvents } from './features/payments/events-repository.ts';
import {
  checkOpenPayments,
  expireStalePayments,
  noEventReads,
  readEventsWhenDue,
} from './features/payments/reconcile.ts';
import { refund } from './features/payments/refunds.ts';
import type { PaymentDeps } from './features/payments/settle.ts';
import { removePicture } from './features/photos/rules.ts';
import {
  queueDueReminders,
  type Reminder,
  type ReminderDeps,
  sendReminder,
} from './features/reminders/remind.ts';
import { removeOldEnded, removeOldRejected } from './features/users/rejected-tokens-repository.ts';
import { removeEndedSessions } from './features/users/repository.ts';
import { isEmailConfirmed } from './features/users/rules.ts';
import { removeOldRequests } from './idempotency/repository.ts';
import type { IdentityService } from './integrations/identity.ts';
import type { Images } from './integrations/images.ts';

/** These do not wait behind mails: a mail server that hangs holds up a round for as long as 45 s. */
const besideMails = ['refund', 'end-charge', 'text-message'];

/** While messages are delivered the next round begins at once; 20 in a round with a pause were at most 40 a second. */
const deliveryJob = (name: string, run: () => Promise<number>): Job => ({
  name,
  everyMs: seconds(0.5),
  run,
  again: (delivered) => Number(delivered) > 0,
});

/** What the product server does again and again. */
export function serverJobs(room: PaymentDeps, parts: readonly Feature[]): Job[] {
  const { db, clock, outbox } = room;
  const reads = noEventReads();
  return [
    deliveryJob('outbox', () => outbox.deliver()),
    ...besideMails.map((kind) => deliveryJob(`outbox: ${kind}`, () => outbox.deliver(kind))),
    { name: 'look at open charges', alone: true, everyMs: seconds(5), run: () => checkOpenPayments(room) },
    {
      name: 'reconcile payments',
      alone: true,
      everyMs: seconds(5),
      run: () => readEventsWhenDue(room, reads),
    },
    {
      name: 'give up stale charges',
      alone: true,
      everyMs: seconds(30),
      run: () => expireStalePayments(room),
    },
    ...(parts.includes('reminders')
      ? [{ name: 'remind', alone: true, everyMs: seconds(10), run: () => queueDueReminders(room) }]
      : []),
    {
      name: 'clean up',
      alone: true,
      everyMs: hours(1),
      run: async () => {
        await removeOldRequests(db, clock() - days(1));
        await removeEndedSessions(db, clock() - days(1));
        await removeOldRejected(db, clock() - days(1));
        await removeOldEnded(db, clock() - days(1));
        // The provider tells of an event for 30 days.
        await removeOldEvents(db, clock() - days(40));
      },
    },
  ];
}

/** What follows after a commit, by the kind of its outbox message. */
export function serverHandlers(
  room: () => PaymentDeps & ReminderDeps & { images: Images; identity: IdentityService },
  parts: readonly Feature[],
) {
  return {
    refund: ({ intentId }: { intentId: string }) => refund(room(), intentId),
    'end-charge': async ({ appointmentId }: { appointmentId: string }) => {
      await cancelLivePayment(room(), appointmentId);
    },
    // What waits from before this part was left out.
    reminder: async (reminder: Reminder, id: string, confirm: ConfirmClaim) => {
      if (parts.includes('reminders')) await sendReminder(room(), reminder, id, confirm);
    },
    'mail-if-confirmed': async (
      { userId, ...mail }: Email & { userId: string },
      id: string,
      confirm: ConfirmClaim,
    ) => {
      if (await isEmailConfirmed(room(), { userId, email: mail.to }))
        await room().sendMail(mail, id, confirm);
    },
    'remove-picture': ({ img }: { img: string }) => removePicture(room(), img),
    'remove-identity': ({ userId }: { userId: string }) => room().identity.removeAccount(userId),
  } satisfies Record<string, OutboxHandler>;
}
