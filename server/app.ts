import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { PublicConfig } from '#contract/config.ts';
import { errors } from '#contract/errors.ts';
import type { Database } from '#platform/database/open.ts';
import type { PublicReads } from '#platform/database/read-replica.ts';
import { AppError } from '#platform/errors.ts';
import { errorResponses } from '#platform/http/errors.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { Clock } from '#platform/time.ts';
import type { Tables, Trx } from './db/tables.ts';
import { enabledEndpoints } from './endpoints.ts';
import {
  anonymize,
  deleteAllUnpaid,
  findAppointment,
  listAppointments,
} from './features/appointments/repository.ts';
import { mountAppointments } from './features/appointments/routes.ts';
import { cancelAppointment } from './features/appointments/rules.ts';
import { toAppointment } from './features/appointments/serialize.ts';
import { mountConfiguration } from './features/configuration/routes.ts';
import { createPdfRenderer } from './features/donations/pdf/pdf-renderer.ts';
import { MAX_PDFS_PER_HOUR, mountDonations } from './features/donations/routes.ts';
import { closePayment } from './features/payments/close-payment.ts';
import { listLivePaymentsOf } from './features/payments/repository.ts';
import { mountPayments } from './features/payments/routes.ts';
import { closePaymentLater } from './features/payments/settle.ts';
import { MAX_REPORTS_PER_DAY } from './features/photos/reports.ts';
import { mountPhotos } from './features/photos/routes.ts';
import * as photos from './features/photos/rules.ts';
import { ownPhotos } from './features/photos/serialize.ts';
import type { ReminderLinks } from './features/reminders/links.ts';
import { listRemindedDays } from './features/reminders/repository.ts';
import { invalidLinkLimit, mountReminders } from './features/reminders/routes.ts';
import { listOwnReviews } from './features/reviews/own-repository.ts';
import { mountOwnReviews } from './features/reviews/own-routes.ts';
import { mountReviews } from './features/reviews/routes.ts';
import * as opinions from './features/reviews/rules.ts';
import { toOwnReview } from './features/reviews/serialize.ts';
import type { AccessTokens } from './features/users/access-tokens.ts';
import { languageOf } from './features/users/repository.ts';
import { mountUsers } from './features/users/routes.ts';
import { createRoutes, type Guard, mountFallbackRoutes } from './http/route.ts';
import type { Owner, Viewer } from './http/viewer.ts';
import type { Cards } from './integrations/cards.ts';
import type { IdentityService } from './integrations/identity.ts';
import type { Images } from './integrations/images.ts';

export type ServerOptions = {
  db: Database;
  publicReads: PublicReads<Tables>;
  clock: Clock;
  log: Log;
  events: SecurityLog;
  outbox: Outbox;
  publicUrl: string;
  /** By which the card provider's payments are told from another site's. */
  siteId: string;
  config: PublicConfig;
  limiters: RateLimiters;
  tokens: AccessTokens;
  /** Before anything is read. @throws AppError too-many-requests (429) */
  admitRequest: (c: Context) => Promise<void>;
  admit: Guard['admit'];
  /** From where a request comes. */
  address: (c: Context) => string;
  links: ReminderLinks;
  /** Called when a public list may have changed, before that is answered. */
  listsChanged: () => void;
  identity: IdentityService;
  cards: Cards;
  images: Images;
};

/** The product server: everything under /api. */
export function createServer(options: ServerOptions): Hono {
  const db = options.db.withTables<Tables>();
  const deps = { ...options, db };
  const app = new Hono();
  app.use(async (c, next) => {
    // Answers hold what people have told us, or change from one moment to the next.
    c.header('Cache-Control', 'no-store');
    await options.admitRequest(c);
    await next();
    if (changesLists(c.req)) options.listsChanged();
  });
  const { features } = options.config;
  const { authenticate } = options.tokens;
  const routes = createRoutes(app, { authenticate, admit: options.admit }, features);
  const withOpinions = features.includes('reviews');
  const nobody = (viewer: Viewer) => `removed-${viewer.sessionId}`;

  mountUsers(routes, {
    ...deps,
    beforeDeletion: async (viewer) => {
      for (const id of await listLivePaymentsOf(db, viewer)) await closeChargeIfUnpaid(id);
    },
    deletionHooks: [
      async (trx, viewer) => {
        for (const id of await deleteAllUnpaid(trx, viewer)) await closePaymentLater(deps, trx, id);
      },
      (trx, viewer) => anonymize(trx, viewer, nobody(viewer)),
      opinions.onAccountDeleted,
      (trx, viewer) => photos.onAccountDeleted(options.outbox, trx, viewer),
    ],
    collect: async (viewer) => {
      const { own, reported } = await ownPhotos(deps, viewer);
      const appointments = await listAppointments(db, viewer);
      return {
        appointments: appointments.map(toAppointment),
        photos: own,
        reportedPhotos: reported,
        opinions: (await listOwnReviews(db, viewer)).map(toOwnReview),
        remindedDays: await listRemindedDays(db, viewer),
      };
    },
  });
  // A site without this part cannot let donors withdraw what it shows.
  const published = withOpinions ? opinions.publishedReviews : async () => [];
  mountReviews(routes, { ...deps, published });
  mountOwnReviews(routes, deps);
  mountPhotos(routes, {
    ...deps,
    countPhoto: createRequestLimit(options.limiters('photos', photos.MAX_PHOTOS_PER_DAY)),
    countReport: createRequestLimit(options.limiters('reports', MAX_REPORTS_PER_DAY)),
    onHidden: (photoId) =>
      options.log.warn({ photoId }, 'a reported photo is hidden now: npm run cli -- photos'),
    onHeld: (photoId) =>
      options.log.warn(
        { photoId },
        'reports would hide more photos than an hour allows, so this one stays visible: npm run cli -- photos',
      ),
  });
  const cancelling = {
    db,
    closeCharge: (id: string) => closePayment(deps, id),
    closeAfterwards: (trx: Trx, id: string) => closePaymentLater(deps, trx, id),
  };
  const readsIn = async ({ userId }: Owner) =>
    features.includes('languages') ? languageOf(db, userId) : 'en';
  const countWrongLink = createRequestLimit(options.limiters('reminder-links', invalidLinkLimit));
  mountReminders(routes, {
    ...deps,
    cancelOf: (owner, id, day) => cancelAppointment(cancelling, owner, id, day),
    languageOf: readsIn,
    countWrongLink: (c) => countWrongLink(options.address(c)),
  });
  mountAppointments(routes, {
    ...deps,
    ...cancelling,
    languageOf: readsIn,
    ...(withOpinions && {
      onOpinion: (opinionId: string) =>
        options.log.warn({ opinionId }, 'an opinion waits for a decision: npm run cli -- reviews'),
    }),
  });
  mountDonations(routes, {
    ...deps,
    listAppointments: (viewer) => listAppointments(db, viewer),
    countPdf: createRequestLimit(options.limiters('papers', MAX_PDFS_PER_HOUR)),
    pdfRenderer: createPdfRenderer(),
  });
  mountPayments(routes, {
    ...deps,
    findAppointment: async (viewer, id) => {
      const appointment = await findAppointment(db, viewer, id);
      if (!appointment) throw new AppError('not-found');
      return appointment;
    },
  });
  mountConfiguration(routes, options.config);
  mountFallbackRoutes(app, enabledEndpoints(features));
  app.onError(
    errorResponses(errors, options.log, (c, { code }, status) => {
      // A visitor without a token is nobody's attempt.
      const sent = c.req.header('authorization') !== undefined;
      if (sent && (status === 401 || status === 403))
        options.events.warn('access refused', { reason: code, method: c.req.method, route: routePath(c) });
    }),
  );
  return app;

  /**
   * A charge that turns out to be paid stays; its appointment is made anonymous instead of removed. With the provider
   * away the charge is ended afterwards.
   */
  async function closeChargeIfUnpaid(appointmentId: string): Promise<void> {
    await closePayment(deps, appointmentId).catch((error: unknown) => {
      const known = error instanceof AppError && ['already-paid', 'unavailable'].includes(error.code);
      if (!known) throw error;
    });
  }
}

/** Photos come, go and are hidden by these, opinions are withdrawn; both go with an account. */
const changesLists = ({ method, path }: Context['req']): boolean =>
  method !== 'GET' &&
  (/^\/api\/(photo|opinions)\b/.test(path) || (method === 'DELETE' && path === '/api/user'));
