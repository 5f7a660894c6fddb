import type { Language } from '#contract/languages.ts';
import { databaseClock } from '#platform/database/database-clock.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import { mountOwnerPages } from './administration.ts';
import type { AdministrationDeps } from './features/centers/clinic-changes.ts';
import { MAX_DONOR_MESSAGES } from './features/centers/donor-messages.ts';
import { listCenterNames, listCenterRows } from './features/centers/repository.ts';
import { mountCenters } from './features/centers/routes.ts';
import { mountCheckIn } from './features/check-in/routes.ts';
import { createClaimEmailLimit } from './features/check-in/walk-ins.ts';
import { mountClosings } from './features/closings/routes.ts';
import { recordClosed } from './features/closings/rules.ts';
import { mountModeration } from './features/moderation/routes.ts';
import { notifyMember } from './features/payments/emails.ts';
import { refundCanceled } from './features/payments/refunds.ts';
import { createPhotoModeration } from './features/photos/moderation.ts';
import { mountPlaceOffers } from './features/place-offers/routes.ts';
import { MAX_TEST_EMAILS, sendsEmail } from './features/staff/email-settings.ts';
import { transferEntries } from './features/staff/person-keys-repository.ts';
import { mountStaff } from './features/staff/routes.ts';
import { mountStaffSettings } from './features/staff/settings-routes.ts';
import { findShiftKey } from './features/staff/shifts.ts';
import { changeAsStaff } from './features/staff/staff-log.ts';
import { mountUnconfirmedBookings } from './features/unconfirmed-bookings/routes.ts';
import type { ReachDeps } from './features/users/rules.ts';
import { mountWaitingList } from './features/waiting-list/routes.ts';
import { listInLine } from './features/waiting-list/rules.ts';
import type { Routes } from './http/route.ts';
import type { Owner } from './http/viewer.ts';
import { createModeratedKinds } from './moderated-kinds.ts';
import type { ServerOptions } from './server-options.ts';

type Shared = {
  languageFor: (owner: Owner) => Promise<Language>;
  countInvalidLink: (key: string) => Promise<void>;
};

/** The features of the donation centers and of their staff. */
export function mountStaffSide(
  routes: Routes,
  options: ServerOptions,
  { languageFor, countInvalidLink }: Shared,
): void {
  const { payments, config, limiters, log, clinics, images } = options;
  const { accounts } = options.administration;
  const { db, clock, outbox, publicUrl } = payments;
  const { features } = config;
  const { places } = clinics;
  const reach: ReachDeps = { db, accounts, sendsEmail: () => sendsEmail(db, options.staffSettings) };
  const staff = { db, clock, outbox, publicUrl, logKey: options.staffLogKey };
  const change = changeAsStaff.bind(undefined, staff) as AdministrationDeps['change'];
  mountCenters(routes, {
    ...{ db, clock, publicUrl, change },
    notifyMember: (trx, member, render) => notifyMember(trx, payments, member, render),
    recordClosed: (trx, closed) => recordClosed(trx, { clock, outbox, ...clinics }, closed),
    listInLine: (trx, line) => listInLine(trx, clinics.waiting, line),
    ...reach,
    countMessage: createRequestLimit(limiters('donor-messages', MAX_DONOR_MESSAGES)),
  });
  mountClosings(routes, {
    ...{ ...clinics.choices, choicesBy: clinics.choicesBy, change, ...reach },
    refund: (trx, transactionId) => refundCanceled(trx, payments, transactionId, 'coordinator'),
  });
  mountUnconfirmedBookings(routes, {
    ...{ ...clinics.canceling, places, outbox, publicUrl, tokens: clinics.tokens, change, ...reach },
    hasLanguages: features.includes('languages'),
  });
  mountWaitingList(routes, { ...clinics.waiting, tokens: clinics.tokens });
  mountPlaceOffers(routes, {
    ...{ tokens: clinics.tokens, actions: clinics.offerActions },
    countInvalidLink: (c) => countInvalidLink(options.addressOf(c)),
  });
  mountCheckIn(routes, {
    ...{ db, clock, places, outbox, publicUrl, links: options.claimLinks },
    accounts,
    cancelOpenPayment: clinics.canceling.cancelOpenPayment,
    onCancellation: clinics.onCancellation,
    transferEntries: (trx, from, to) => transferEntries(trx, options.staffLogKey, from, to),
    passes: options.passes,
    sealing: options.sealing,
    findShiftKey: (by) => findShiftKey({ db, clock }, by),
    change,
    countEmail: createClaimEmailLimit(limiters),
    getLanguage: languageFor,
  });
  mountModeration(routes, {
    ...{
      db,
      clock,
      now: databaseClock(db),
      kinds: createModeratedKinds({ outbox, images, accounts }, features),
    },
    change,
    photosAtOnce: createPhotoModeration({ outbox, images, removal: 'delete' }),
    onObjection: (decisionId) => log.warn({ decisionId }, 'an objection waits: /staff/moderation'),
  });
  mountOwnerPages(routes, { ...staff, limiters, ...options.administration });
  mountStaff(routes, {
    ...{ ...staff, accounts, sendsEmail: reach.sendsEmail },
    listCenterNames: () => listCenterNames(db),
  });
  mountStaffSettings(routes, {
    ...{ ...staff, ...options.staffSettings, getLanguage: languageFor },
    hasCenter: async () => (await listCenterRows(db)).length > 0,
    countTestEmail: createRequestLimit(limiters('email-tests', MAX_TEST_EMAILS)),
  });
}
