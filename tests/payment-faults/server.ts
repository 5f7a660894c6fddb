import { Hono } from 'hono';
import pino from 'pino';
import { errors } from '#contract/errors.ts';
import { AppError } from '#platform/errors.ts';
import { errorAnswers } from '#platform/http/errors.ts';
import type { Mail } from '#platform/messages.ts';
import { createOutbox, type OutboxHandler } from '#platform/outbox.ts';
import { findAppointment } from '#server/features/appointments/repository.ts';
import { mountAppointments } from '#server/features/appointments/routes.ts';
import { closeAfterwards, closeCharge } from '#server/features/payments/close-charge.ts';
import { giveUpStale, readCardEvents } from '#server/features/payments/reconcile.ts';
import { mountPayments } from '#server/features/payments/routes.ts';
import type { PaymentRoom } from '#server/features/payments/settle.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { serverHandlers } from '#server/jobs.ts';
import type { Tables } from '#server/schema/tables.ts';
import type { Provider } from './provider.ts';
import { Killed, LineBroken, type Stage } from './stage.ts';
import type { WatchedDatabase } from './watched-database.ts';

export type Process = ReturnType<typeof startProcess>;

/** Handlers of the outbox that do something else. */
export type Sabotage = Record<string, OutboxHandler>;

type Outside = {
  sabotage?: Sabotage;
  stage: Stage;
  data: WatchedDatabase;
  provider: Provider;
  clock: () => number;
  /** Where mails arrive, by the id under which they were sent. */
  mails: Map<string, Mail>;
  /** Errors that no fault explains. */
  surprises: unknown[];
  viewer: () => Viewer;
};

/** One life of the server: its routes and its jobs, on a database that outlives it. */
export function startProcess({ stage, data, provider, clock, mails, surprises, viewer, sabotage }: Outside) {
  const life = stage.life();
  const database = data.open({
    before: () => stage.enter('database', life),
    after: (use) => stage.leave(use as never),
  });
  const db = database.withTables<Tables>();
  const expected = (error: unknown): boolean =>
    error instanceof Killed || error instanceof LineBroken || error instanceof AppError;
  const notice = (error: unknown) => {
    if (!expected(error)) surprises.push(error);
  };
  const outbox = createOutbox({
    db: database,
    clock,
    handlers: {
      ...serverHandlers(() => room as never),
      mail: async (mail: Mail, id) => void mails.set(id, mail),
      ...sabotage,
    },
    onFailure: notice,
  });
  const room: PaymentRoom = {
    db,
    clock,
    outbox,
    cards: provider.cardsFor(life),
    publicUrl: 'http://localhost:3000',
  };

  const app = new Hono();
  const routes = createRoutes(app, { authenticate: async () => viewer(), admit: async () => {} });
  mountAppointments(routes, {
    ...room,
    closeCharge: (id) => closeCharge(room, id),
    closeAfterwards: (trx, id) => closeAfterwards(room, trx, id),
  });
  mountPayments(routes, {
    ...room,
    findAppointment: async (who, id) => {
      const appointment = await findAppointment(db, who, id);
      if (!appointment) throw new AppError('not-found');
      return appointment;
    },
  });
  const answerError = errorAnswers(errors, pino({ level: 'silent' }));
  app.onError((error, c) => {
    notice(error);
    return answerError(error, c);
  });

  const job = (work: () => Promise<unknown>) => async () => {
    await work().catch(notice);
  };
  return {
    life,
    db,
    app,
    readEvents: job(() => readCardEvents(room)),
    giveUp: job(() => giveUpStale(room)),
    deliver: job(() => outbox.deliver()),
  };
}
