import type { Part } from '#contract/features.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { ConfirmClaim, OutboxHandler } from '#platform/jobs/outbox.ts';
import type { Mail } from '#platform/messages.ts';
import { days, hours, seconds } from '#platform/time.ts';
import { endLiveCharge } from './features/payments/close-payment.ts';
import { forgetEvents } from './features/payments/events-repository.ts';
import { giveUpStale, lookAtOpen, noReads, readEventsWhenDue } from './features/payments/reconcile.ts';
import { refund } from './features/payments/refunds.ts';
import type { PaymentRoom } from './features/payments/settle.ts';
import { removePicture } from './features/photos/rules.ts';
import { type Reminder, type ReminderRoom, remind, remindDue } from './features/reminders/remind.ts';
import { forgetEnded, forgetRefused } from './features/users/rejected-tokens-repository.ts';
import { removeEndedSessions } from './features/users/repository.ts';
import { isEmailConfirmed } from './features/users/rules.ts';
import { forgetRequests } from './idempotency/repository.ts';
import type { Identity } from './integrations/identity.ts';
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
export function serverJobs(room: PaymentRoom, parts: readonly Part[]): Job[] {
  const { db, clock, outbox } = room;
  const reads = noReads();
  return [
    deliveryJob('outbox', () => outbox.deliver()),
    ...besideMails.map((kind) => deliveryJob(`outbox: ${kind}`, () => outbox.deliver(kind))),
    { name: 'look at open charges', alone: true, everyMs: seconds(5), run: () => lookAtOpen(room) },
    {
      name: 'reconcile payments',
      alone: true,
      everyMs: seconds(5),
      run: () => readEventsWhenDue(room, reads),
    },
    { name: 'give up stale charges', alone: true, everyMs: seconds(30), run: () => giveUpStale(room) },
    ...(parts.includes('reminders')
      ? [{ name: 'remind', alone: true, everyMs: seconds(10), run: () => remindDue(room) }]
      : []),
    {
      name: 'clean up',
      alone: true,
      everyMs: hours(1),
      run: async () => {
        await forgetRequests(db, clock() - days(1));
        await removeEndedSessions(db, clock() - days(1));
        await forgetRefused(db, clock() - days(1));
        await forgetEnded(db, clock() - days(1));
        // The provider tells of an event for 30 days.
        await forgetEvents(db, clock() - days(40));
      },
    },
  ];
}

/** What follows after a commit, by the kind of its outbox message. */
export function serverHandlers(
  room: () => PaymentRoom & ReminderRoom & { images: Images; identity: Identity },
  parts: readonly Part[],
) {
  return {
    refund: ({ intentId }: { intentId: string }) => refund(room(), intentId),
    'end-charge': async ({ appointmentId }: { appointmentId: string }) => {
      await endLiveCharge(room(), appointmentId);
    },
    // What waits from before this part was left out.
    reminder: async (reminder: Reminder, id: string, confirm: ConfirmClaim) => {
      if (parts.includes('reminders')) await remind(room(), reminder, id, confirm);
    },
    'mail-if-confirmed': async (
      { userId, ...mail }: Mail & { userId: string },
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
