import type { Hono } from 'hono';
import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely';
import { newId } from '#platform/ids.ts';
import { hours } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { anyBookings, anyPayments, anyPlanWithCancellation, anyReminders, anyResent } from './plan.ts';
import type { Sabotage } from './server.ts';

type SabotagedPlans = Sabotage & { plans: typeof anyPayments };

/** Answers as a server would that answers before the database has. */
const answerBefore =
  (method: string, path: RegExp, body: () => object) =>
  (app: Hono): Pick<Hono, 'request'> => ({
    async request(input, init) {
      const answer = await app.request(input, init);
      const isMeant = init?.method === method && path.test(String(input));
      return isMeant && answer.status >= 500 ? Response.json(body()) : answer;
    },
  });

/** Adds appointments without asking the unique index, which a copied table has not. */
const withoutConflict: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"appointments"')
      ? ({ ...node, onConflict: undefined } as RootOperationNode)
      : node,
  transformResult: async ({ result }) => result,
};

/** Servers each of which has forgotten one thing: the simulation must find out every one of them. */
export const mutations: Record<string, SabotagedPlans> = {
  'overlooks that a refund has failed': {
    plans: anyPayments,
    cards: (cards) => ({
      ...cards,
      readEvent: async (payload, signature) => {
        const event = await cards.readEvent(payload, signature);
        return event?.about === 'refund-failed' ? undefined : event;
      },
      async *listEvents(since, before) {
        for await (const event of cards.listEvents(since, before))
          if (event.about !== 'refund-failed') yield event;
      },
    }),
  },
  'gives no money back': { handlers: { refund: async () => {} }, plans: anyPlanWithCancellation },
  'says that a charge is ended, and does not end it': {
    plans: anyPayments,
    cards: (cards) => ({
      ...cards,
      cancelIntent: async (id) => {
        const intent = await cards.findIntent(id);
        return intent?.status === 'open' ? { ...intent, status: 'canceled' } : intent;
      },
    }),
  },
  'asks for each charge of an appointment under one key': {
    plans: anyPayments,
    cards: (cards) => ({
      ...cards,
      createIntent: (intent) => cards.createIntent({ ...intent, idempotencyKey: intent.appointmentId }),
    }),
  },
  'reads the newest events only': {
    plans: anyPayments,
    cards: (cards) => ({
      ...cards,
      async *listEvents(since, before) {
        let left = 1;
        for await (const event of cards.listEvents(since, before)) {
          if (left === 0) return;
          left -= 1;
          yield event;
        }
      },
    }),
  },
  'says that a booking is made before it is': {
    plans: anyBookings,
    app: answerBefore('POST', /appointments/, () => ({ success: true, insertedId: newId() })),
  },
  'says that a booking is cancelled before it is': {
    plans: anyBookings,
    app: answerBefore('DELETE', /appointments/, () => ({ acknowledged: true, deletedCount: 1 })),
  },
  'does not notice that a form is sent again': {
    plans: anyResent,
    app: (app: Hono) => ({
      request: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('idempotency-key');
        return app.request(input, { ...init, headers });
      },
    }),
  },
  'has lost the unique index of days': {
    plans: anyBookings,
    plugins: [withoutConflict],
    prepare: [
      'create table copied as select * from appointments',
      'drop table appointments',
      'alter table copied rename to appointments',
    ],
  },
  'lets a session go on that was ended': {
    plans: anyBookings,
    prepare: [
      'create trigger forgets after update on sessions begin update sessions set revoked_at = null; end',
    ],
  },
  'does not confirm before an email that it still may send it': {
    plans: anyReminders,
    withoutConfirmation: true,
  },
  'decides by its own clock, an hour ahead, who delivers an email': {
    plans: anyReminders,
    withoutConfirmation: true,
    clockOfLeases: (clock, number) => () => clock() + (number % 2 ? hours(1) : 0),
  },
  'forgets whom it has reminded': {
    plans: anyReminders,
    beforeReminders: (db: Kysely<Tables>) =>
      db.updateTable('appointments').set({ reminded_day: null }).execute(),
  },
};
