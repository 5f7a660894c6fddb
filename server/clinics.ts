import type { Feature } from '#contract/features.ts';
import type { Trx } from './db/tables.ts';
import { declineAppointment } from './features/appointments/decline.ts';
import { moveAppointment } from './features/appointments/move.ts';
import { findLastDetails, findTimeOn, hasAppointmentOn } from './features/appointments/repository.ts';
import { bookHeldPlace, type CancelDeps } from './features/appointments/rules.ts';
import { rejectFurtherSlot } from './features/appointments/slot-limit.ts';
import { createPlaces, type Places } from './features/centers/rules.ts';
import type { CheckInDeps } from './features/check-in/deps.ts';
import { recordCancellation, sendCancellationEmail } from './features/closings/cancellations.ts';
import { type NoticeDeps, sendClosingEmail, sendClosingText } from './features/closings/notify.ts';
import { acceptMove, type ChoiceDeps, declineMove, describeMove } from './features/closings/rules.ts';
import { cancelOpenPayment } from './features/payments/close-payment.ts';
import { cancelPaymentLater, hasOpenPayment, type PaymentDeps } from './features/payments/settle.ts';
import type { OfferTokens } from './features/place-offers/rules.ts';
import { bookAgain, describeAgain } from './features/unconfirmed-bookings/book-again.ts';
import type { UnconfirmedDeps } from './features/unconfirmed-bookings/rules.ts';
import { type AddressDeps, findAddress, type ReachDeps } from './features/users/rules.ts';
import { type OfferNoticeDeps, sendOfferEmail, sendOfferText } from './features/waiting-list/notify.ts';
import { type AcceptDeps, acceptHeld, declineHeld, describeHeld } from './features/waiting-list/offers.ts';
import { offerNext, type WaitingListDeps } from './features/waiting-list/rules.ts';

export type ClinicOptions = {
  tokens: OfferTokens;
  /** Whether a service for text messages is configured (SMS_URL). */
  sendsTexts: boolean;
} & Pick<ReachDeps, 'sendsEmail'>;

/** Connects centers, appointments, closings and waiting lists, which do not know each other. */
export function createClinics(
  payments: PaymentDeps & Pick<AddressDeps, 'accounts'>,
  { tokens, sendsTexts, sendsEmail }: ClinicOptions,
  features: readonly Feature[],
) {
  const { places, waiting } = createPlacesWithWaitingLists(payments, { sendsTexts, sendsEmail, features });
  const { db, clock, outbox, accounts } = payments;
  const canceling: CancelDeps & Pick<UnconfirmedDeps, 'hasOpenPayment'> = {
    ...{ db, clock, places, accounts },
    cancelOpenPayment: (id) => cancelOpenPayment(payments, id),
    cancelPaymentLater: (trx, id) => cancelPaymentLater(payments, trx, id),
    hasOpenPayment,
  };
  const choicesBy = (transact?: CancelDeps['transact']): Pick<ChoiceDeps, 'move' | 'decline'> => {
    const deps = { ...canceling, ...(transact && { transact }) };
    return {
      move: (owner, id, wish) => moveAppointment(deps, owner, id, wish),
      decline: (owner, appointment) => declineAppointment(deps, owner, appointment),
    };
  };
  const onCancellation: CheckInDeps['onCancellation'] = async (trx, before, status) => {
    await recordCancellation(trx, { clock, outbox }, before, status);
    if (status === 'cancelled') await cancelPaymentLater(payments, trx, before.id);
  };
  const choices: ChoiceDeps = { ...{ db, clock, places, tokens }, ...choicesBy() };
  const accepting: AcceptDeps & AddressDeps = {
    ...{ ...waiting, accounts },
    findLastDetails,
    findTimeOn,
    rejectFurtherSlot: (trx, owner) => rejectFurtherSlot(trx, clock, owner),
    async findMember(from, owner) {
      const address = await findAddress({ db: from, accounts }, owner.userId);
      return address && { ...owner, ...address };
    },
    book: (trx, member, fields) => bookHeldPlace(trx, clock, member, fields),
  };
  return {
    ...{ places, waiting, canceling, onCancellation, choices, choicesBy, accepting },
    ...{ tokens, sendsTexts },
    offerActions: {
      move: {
        describe: describeMove.bind(undefined, choices),
        accept: acceptMove.bind(undefined, choices),
        decline: declineMove.bind(undefined, choices),
      },
      'waiting-list': {
        describe: describeHeld.bind(undefined, accepting),
        accept: acceptHeld.bind(undefined, accepting),
        decline: declineHeld.bind(undefined, accepting),
      },
      'book-again': {
        describe: describeAgain.bind(undefined, accepting),
        accept: bookAgain.bind(undefined, accepting),
        // It is canceled already.
        decline: async () => {},
      },
    },
  };
}

export type Clinics = ReturnType<typeof createClinics>;

/** Creates places that are offered to the waiting list when they become free. */
export function createPlacesWithWaitingLists(
  {
    db,
    clock,
    outbox,
    accounts,
  }: Pick<PaymentDeps, 'db' | 'clock' | 'outbox'> & Pick<AddressDeps, 'accounts'>,
  { sendsTexts, sendsEmail, features }: Omit<ClinicOptions, 'tokens'> & { features: readonly Feature[] },
) {
  const places: Places = createPlaces({
    ...{ db, clock },
    isEnabled: features.includes('staff'),
    onPlaceFreed: async (trx: Trx, place) => void (await offerNext(trx, waiting, place)),
  });
  const waiting: WaitingListDeps = {
    ...{ db, clock, outbox, accounts, places },
    ...{ sendsTexts, sendsEmail, hasAppointmentOn },
  };
  return { places, waiting };
}

type MessageDeps = Omit<
  NoticeDeps & OfferNoticeDeps,
  keyof ChoiceDeps | Exclude<keyof AcceptDeps, keyof ReachDeps>
> &
  Pick<PaymentDeps, 'db' | 'clock'> & { clinics: Clinics };

/** The outbox handlers of messages about closings and waiting lists, by kind. */
export function clinicHandlers({ clinics, ...deps }: MessageDeps) {
  const { choices, accepting, tokens } = clinics;
  const closings: NoticeDeps = { ...deps, ...choices };
  const offers: OfferNoticeDeps = { ...deps, ...accepting, tokens };
  return {
    'closing-email': sendClosingEmail.bind(undefined, closings),
    'cancellation-email': sendCancellationEmail.bind(undefined, closings),
    'closing-text': sendClosingText.bind(undefined, closings),
    'offer-email': sendOfferEmail.bind(undefined, offers),
    'offer-text': sendOfferText.bind(undefined, offers),
  };
}
