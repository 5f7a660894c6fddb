import { utcDay } from '#contract/days.ts';
import type { Feature } from '#contract/features.ts';
import { databaseClock } from '#platform/database/database-clock.ts';
import { cleanUpJobs } from '#platform/jobs/clean-up-jobs.ts';
import { deliveryJob } from '#platform/jobs/delivery-job.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { ConfirmClaim, OutboxHandler } from '#platform/jobs/outbox.ts';
import type { CountText } from '#platform/security/text-limits.ts';
import { days, minutes, seconds } from '#platform/time.ts';
import { type Clinics, clinicHandlers } from './clinics.ts';
import { adoptLateBookings } from './features/centers/late-bookings.ts';
import { anonymizeOldWalkIns, deleteOldChanges } from './features/check-in/retention.ts';
import { removeOldClosed } from './features/closings/rules.ts';
import { removeExpiredHolds } from './features/moderation/holds-repository.ts';
import { finishDecisions, notifyAuthors } from './features/moderation/notify.ts';
import { cancelLivePayment } from './features/payments/close-payment.ts';
import { type MemberEmail, sendIfConfirmed } from './features/payments/emails.ts';
import { removeOldEvents } from './features/payments/events-repository.ts';
import {
  checkOpenPayments,
  createEventReadState,
  expireStalePayments,
  readEventsWhenDue,
} from './features/payments/reconcile.ts';
import { refund, refundCanceled } from './features/payments/refunds.ts';
import type { PaymentDeps } from './features/payments/settle.ts';
import { removePicture } from './features/photos/rules.ts';
import { removeOldTexts } from './features/place-offers/repository.ts';
import { queueEndedDeferrals, sendDeferralEnded } from './features/reminders/deferral.ts';
import {
  queueDueReminders,
  type Reminder,
  type ReminderDeps,
  sendReminder,
} from './features/reminders/remind.ts';
import { removeExpiredInvitations } from './features/staff/invitations-repository.ts';
import { type HeadDeps, publishHead } from './features/staff/log-head.ts';
import { removeOldShiftKeys } from './features/staff/shift-keys-repository.ts';
import { removeOldShifts } from './features/staff/shifts-repository.ts';
import {
  cancelOverdueBookings,
  removeOldBookings,
  type UnconfirmedDeps,
} from './features/unconfirmed-bookings/rules.ts';
import { removeOldEnded, removeOldRejected } from './features/users/rejected-tokens-repository.ts';
import { removeEndedSessions } from './features/users/repository.ts';
import type { ReachDeps } from './features/users/rules.ts';
import {
  endExpiredHolds,
  offerFreePlaces,
  releaseUnusableHolds,
  removeOldEntries,
} from './features/waiting-list/rules.ts';
import { removeOldRequests } from './http/idempotency-repository.ts';
import type { IdentityService } from './integrations/identity.ts';
import type { Images } from './integrations/images.ts';
import type { SmsSender } from './integrations/sms.ts';
import { createModeratedKinds } from './moderated-kinds.ts';

/**
 * Kinds of messages that are delivered separately from emails, because an unresponsive mail server blocks a round for
 * 45 s.
 */
const separateKinds = ['refund', 'end-charge', 'text-message', 'closing-text', 'offer-text', 'offer-email'];

/** Returns the periodic jobs of the product server. Names of singleton jobs are stored in the table of leases: never rename. */
export function serverJobs(
  deps: PaymentDeps &
    Pick<UnconfirmedDeps, 'accounts' | 'sendsEmail'> &
    Pick<HeadDeps, 'accounts' | 'onLogHead'> & {
      images: Images;
      clinics: Clinics;
    },
  features: readonly Feature[],
): Job[] {
  const { db, clock, outbox, clinics } = deps;
  const moderation = {
    ...{ ...deps, kinds: createModeratedKinds(deps, features) },
    hasLanguages: features.includes('languages'),
    hasObjections: features.includes('staff'),
  };
  const readState = createEventReadState();
  const unconfirmed: UnconfirmedDeps = {
    ...{ ...deps, ...clinics.canceling, tokens: clinics.tokens, places: clinics.places },
    hasLanguages: features.includes('languages'),
  };
  return [
    deliveryJob('outbox', outbox),
    ...separateKinds.map((kind) => deliveryJob(`outbox: ${kind}`, outbox, kind)),
    {
      name: 'look at open charges',
      singleton: true,
      everyMs: seconds(5),
      run: () => checkOpenPayments(deps),
    },
    {
      name: 'reconcile payments',
      singleton: true,
      everyMs: seconds(5),
      run: () => readEventsWhenDue(deps, readState),
    },
    {
      name: 'give up stale charges',
      singleton: true,
      everyMs: seconds(30),
      run: () => expireStalePayments(deps),
    },
    ...(features.includes('reminders')
      ? [
          { name: 'remind', singleton: true, everyMs: seconds(10), run: () => queueDueReminders(deps) },
          {
            name: 'email about ended deferrals',
            singleton: true,
            everyMs: seconds(60),
            run: () => queueEndedDeferrals(deps),
          },
        ]
      : []),
    ...(features.includes('staff')
      ? [
          {
            name: 'adopt late bookings',
            singleton: true,
            everyMs: seconds(2),
            run: () => adoptLateBookings({ db, clock }),
          },
          {
            name: 'waiting lists',
            singleton: true,
            everyMs: seconds(1),
            run: async () => {
              await endExpiredHolds(clinics.waiting);
              await releaseUnusableHolds(clinics.waiting);
              // The clocks of the servers may differ.
              await offerFreePlaces(clinics.waiting, clock() - minutes(2));
            },
          },
          {
            name: 'cancel unconfirmed bookings',
            singleton: true,
            everyMs: seconds(30),
            run: () => cancelOverdueBookings(unconfirmed),
            again: (count: unknown) => Number(count) > 0,
          },
          {
            name: 'publish the head of the staff log',
            singleton: true,
            everyMs: days(1),
            run: () => publishHead({ ...deps, hasLanguages: features.includes('languages') }),
          },
          // Finds what a round above has missed, for example while no server ran.
          {
            name: 'all waiting lists',
            singleton: true,
            everyMs: minutes(1),
            run: () => offerFreePlaces(clinics.waiting),
          },
        ]
      : []),
    { name: 'moderation', singleton: true, everyMs: seconds(2), run: () => notifyAuthors(moderation) },
    ...cleanUpJobs({
      'idempotency keys': () => removeOldRequests(db, clock() - days(1)),
      sessions: () => removeEndedSessions(db, clock() - days(1)),
      'rejected tokens': () => removeOldRejected(db, clock() - days(1)),
      'ended identity sessions': () => removeOldEnded(db, clock() - days(1)),
      shifts: () => removeOldShifts(db, clock() - days(1)),
      'keys of shifts': () => removeOldShiftKeys(db, clock()),
      invitations: () => removeExpiredInvitations(db, clock()),
      'items of moderators': () => removeExpiredHolds(db, databaseClock(db)),
      'moderation decisions': () => finishDecisions(moderation),
      'waiting lists': () => removeOldEntries(db, clock()),
      'closed appointments': () =>
        removeOldClosed({ ...deps, refund: (trx, id) => refundCanceled(trx, deps, id, 'cancellation') }),
      'sent texts': () => removeOldTexts(db, utcDay(clock() - days(2))),
      'unconfirmed bookings': () => removeOldBookings(db, clock()),
      'check-ins': () => deleteOldChanges(db, clock()),
      'walk-ins': () => anonymizeOldWalkIns(db, clock()),
      // The provider lists an event for 30 days.
      'card events': () => removeOldEvents(db, clock() - days(40)),
    }),
  ];
}

/** Returns the outbox handlers of the product server, by kind of message. */
export function serverHandlers(
  deps: PaymentDeps &
    Omit<ReminderDeps, 'isClosed' | 'findCenter'> &
    Pick<ReachDeps, 'sendsEmail'> & {
      images: Images;
      identity: IdentityService;
      sendTextMessage: SmsSender;
      countText: CountText;
      clinics: Clinics;
      /** Records outside the database that an account was deleted. */
      recordErased: (userId: string) => Promise<void>;
    },
  features: readonly Feature[],
) {
  const { places } = deps.clinics;
  const reminding: ReminderDeps = {
    ...deps,
    isClosed: places.isClosed,
    findCenter: places.findCenter,
  };
  return {
    ...clinicHandlers(deps),
    refund: ({ intentId }: { intentId: string }) => refund(deps, intentId),
    'end-charge': async ({ appointmentId }: { appointmentId: string }) => {
      await cancelLivePayment(deps, appointmentId);
    },
    // Discard reminders from before the feature was disabled.
    reminder: async (reminder: Reminder, id: string, confirm: ConfirmClaim) => {
      if (features.includes('reminders')) await sendReminder(reminding, reminder, id, confirm);
    },
    'deferral-ended': async (deferral: Reminder, id: string, confirm: ConfirmClaim) => {
      if (features.includes('reminders')) await sendDeferralEnded(reminding, deferral, id, confirm);
    },
    'mail-if-confirmed': (email: MemberEmail, id: string, confirm: ConfirmClaim) =>
      sendIfConfirmed(deps, email, id, confirm),
    'remove-picture': ({ pictureId }: { pictureId: string }) => removePicture(deps, pictureId),
    'remove-identity': async ({ userId }: { userId: string }) => {
      await deps.recordErased(userId);
      await deps.identity.removeAccount(userId);
    },
  } satisfies Record<string, OutboxHandler>;
}
