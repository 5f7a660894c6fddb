import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { errors } from '#contract/errors.ts';
import { AppError } from '#platform/errors.ts';
import { createErrorHandler } from '#platform/http/errors.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import { createDeletionHooks } from './account-deletion.ts';
import { enabledEndpoints } from './endpoints.ts';
import { findAppointment, listAppointments } from './features/appointments/repository.ts';
import { mountAppointments } from './features/appointments/routes.ts';
import { cancelAppointment } from './features/appointments/rules.ts';
import { toAppointment } from './features/appointments/serialize.ts';
import { findCenterOf } from './features/check-in/repository.ts';
import { mountConfiguration } from './features/configuration/routes.ts';
import { mountDonations } from './features/donations/routes.ts';
import { mountFigures } from './features/figures/routes.ts';
import { listOwnDecisions } from './features/moderation/objections.ts';
import { releaseItemsOf } from './features/moderation/rules.ts';
import { cancelOpenPayment } from './features/payments/close-payment.ts';
import { listAppointmentsWithOpenPayment } from './features/payments/repository.ts';
import { mountPayments } from './features/payments/routes.ts';
import type { PaymentDeps } from './features/payments/settle.ts';
import { MAX_REPORTS_PER_DAY } from './features/photos/reports.ts';
import { mountPhotos } from './features/photos/routes.ts';
import * as photos from './features/photos/rules.ts';
import { ownPhotos } from './features/photos/serialize.ts';
import { listRemindedDays } from './features/reminders/repository.ts';
import { invalidLinkLimit, mountReminders } from './features/reminders/routes.ts';
import { mountDecidedReviews, mountOwnReviews, mountReviews } from './features/reviews/routes.ts';
import * as reviews from './features/reviews/rules.ts';
import { describeOwnReviews } from './features/reviews/waiting.ts';
import { toAccessLogEntry } from './features/staff/access-log.ts';
import { authorizeStaff, requireRole } from './features/staff/authorize.ts';
import { sendsEmail } from './features/staff/email-settings.ts';
import { listEntriesAbout } from './features/staff/log-repository.ts';
import { listRoles } from './features/staff/roles-repository.ts';
import { describeOwnBookings } from './features/unconfirmed-bookings/rules.ts';
import { findSignIn, getLanguage } from './features/users/repository.ts';
import { mountUsers } from './features/users/routes.ts';
import { findAddress } from './features/users/rules.ts';
import { exportWaitingLists } from './features/waiting-list/own-lists.ts';
import { createRoutes, type Guard, mountFallbackRoutes } from './http/route.ts';
import type { Owner, Viewer } from './http/viewer.ts';
import type { ServerOptions } from './server-options.ts';
import { mountStaffSide } from './staff-side.ts';

/** Creates the product server: everything under /api. */
export function createServer(options: ServerOptions): Hono {
  const { payments, config, limiters, log, links, clinics, identity, images, tokens } = options;
  const { db, clock, outbox, publicUrl } = payments;
  const { features } = config;
  const { accounts } = options.administration;
  const hasReviews = features.includes('reviews');
  const app = new Hono();
  app.use(async (c, next) => {
    // Responses contain personal data, or change at any time.
    c.header('Cache-Control', 'no-store');
    await options.countRequest(c);
    await next();
    if (c.req.method !== 'GET') options.onWrite();
  });
  app.get('/centers/:id/*', async (c, next) => {
    await options.countCenterRead(c);
    await next();
  });
  const authorization = {
    ...{ db, clock, findSignIn: (of: Viewer) => findSignIn(db, of) },
    findCenterOf: (appointmentId: string) => findCenterOf(db, appointmentId),
  };
  const guard: Guard = {
    authenticate: tokens.authenticate,
    admit: options.admit,
    requireRole: (viewer) => requireRole(db, viewer),
    authorizeStaff: (caller, access, target) => authorizeStaff(authorization, caller, access, target),
  };
  const routes = createRoutes(app, guard, features);
  const { places, canceling } = clinics;
  const languageFor = async ({ userId }: Owner) =>
    features.includes('languages') ? getLanguage(db, userId) : 'en';

  mountUsers(routes, {
    ...{ db, clock, identity, tokens, outbox, admit: options.admit, events: options.securityLog },
    isStaff: async (user) => features.includes('staff') && (await listRoles(db, user)).length > 0,
    // A page that is open on another device of the moderator reserves its item again.
    onSignOut: async (user) => features.includes('staff') && releaseItemsOf(db, user),
    beforeDeletion: async (viewer) => {
      for (const id of await listAppointmentsWithOpenPayment(db, viewer)) await closeUnlessPaid(payments, id);
    },
    deletionHooks: createDeletionHooks(payments, outbox, { places, logKey: options.staffLogKey }),
    collect: async (viewer) => {
      const { own, reported } = await ownPhotos({ db, images }, viewer);
      const appointments = await listAppointments(db, viewer);
      return {
        appointments: appointments.map(toAppointment),
        photos: own,
        reportedPhotos: reported,
        opinions: await describeOwnReviews({ db, accounts }, viewer),
        remindedDays: await listRemindedDays(db, viewer),
        decisions: await listOwnDecisions({ db, clock }, viewer),
        accessLog: (await listEntriesAbout(db, viewer)).map(toAccessLogEntry),
        waitingLists: await exportWaitingLists({ ...clinics.waiting, tokens: clinics.tokens }, viewer),
      };
    },
  });
  // Without the feature donors cannot withdraw their reviews, so none are shown.
  mountReviews(routes, { db, published: hasReviews ? reviews.publishedReviews : async () => [] });
  mountOwnReviews(routes, { db, accounts });
  mountDecidedReviews(routes, { db, isEnabled: hasReviews });
  mountPhotos(routes, {
    ...{ db, clock, images, outbox, accounts },
    countPhoto: createRequestLimit(limiters('photos', photos.MAX_PHOTOS_PER_DAY)),
    countReport: createRequestLimit(limiters('reports', MAX_REPORTS_PER_DAY)),
    onHidden: (photoId) => log.warn({ photoId }, 'a reported photo is hidden now: npm run cli -- photos'),
    onHeld: (photoId) =>
      log.warn(
        { photoId },
        'hourly limit of hidden photos reached, this reported photo stays visible: npm run cli -- photos',
      ),
  });
  const countInvalidLink = createRequestLimit(limiters('reminder-links', invalidLinkLimit));
  mountReminders(routes, {
    ...{ db, clock, links, publicUrl },
    cancelAppointment: (owner, id, day) => cancelAppointment(canceling, owner, id, day),
    getLanguage: languageFor,
    countInvalidLink: (c) => countInvalidLink(options.addressOf(c)),
  });
  mountAppointments(routes, {
    ...{ ...canceling, publicUrl },
    getLanguage: languageFor,
    describeOwnBookings: (viewer, appointments) =>
      describeOwnBookings(
        {
          ...{ db, clock, places, tokens: clinics.tokens, accounts },
          sendsEmail: () => sendsEmail(db, options.staffSettings),
        },
        viewer,
        appointments,
      ),
    ...(features.includes('staff') && features.includes('offline') && { signPass: options.passes.sign }),
    ...(hasReviews && {
      onReviewSubmitted: async (opinionId: string, donor: Viewer) => {
        if ((await findAddress({ db, accounts }, donor.userId))?.isConfirmed)
          log.warn({ opinionId }, 'a review waits for approval: npm run cli -- reviews');
      },
    }),
  });
  mountDonations(routes, { clock, listAppointments: (viewer) => listAppointments(db, viewer) });
  mountFigures(routes, { db, clock });
  mountPayments(routes, {
    ...payments,
    findAppointment: async (viewer, id) => {
      const appointment = await findAppointment(db, viewer, id);
      if (!appointment) throw new AppError('not-found');
      return appointment;
    },
  });
  mountStaffSide(routes, options, { languageFor, countInvalidLink });
  mountConfiguration(routes, config);
  mountFallbackRoutes(app, enabledEndpoints(features), guard);
  app.onError(
    createErrorHandler(errors, log, {
      onError: (c, { code }, status) => {
        // Do not log requests without a token as failed logins.
        const hasToken = c.req.header('authorization') !== undefined;
        if (hasToken && (status === 401 || status === 403))
          options.securityLog.warn('access denied', {
            reason: code,
            method: c.req.method,
            route: routePath(c),
          });
      },
    }),
  );
  return app;
}

/**
 * Closes a payment before its account is deleted. A completed payment stays, and its appointment is anonymized. If the
 * provider is unavailable, the outbox closes the payment later.
 */
async function closeUnlessPaid(payments: PaymentDeps, appointmentId: string): Promise<void> {
  await cancelOpenPayment(payments, appointmentId).catch((error: unknown) => {
    const isExpected = error instanceof AppError && ['already-paid', 'unavailable'].includes(error.code);
    if (!isExpected) throw error;
  });
}
