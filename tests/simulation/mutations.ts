import type { Hono } from 'hono';
import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely';
import { newId } from '#platform/ids.ts';
import { hours } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  anyBookings,
  anyClinics,
  anyEndedHolds,
  anyHolds,
  anyPayments,
  anyPlanWithCancellation,
  anyReminders,
  anyResent,
} from './plan.ts';
import type { Mutation } from './server.ts';

type MutationWithPlans = Mutation & { plans: typeof anyPayments; hasClinics?: true };

/** Confirms a write even when it failed, like a server that responds before the database has committed. */
const confirmFailedWrites =
  (method: string, path: RegExp, body: () => object) =>
  (app: Hono): Pick<Hono, 'request'> => ({
    async request(input, init) {
      const response = await app.request(input, init);
      const matches = init?.method === method && path.test(String(input));
      return matches && response.status >= 500 ? Response.json(body()) : response;
    },
  });

/** Inserts appointments without `on conflict`, because the copied table lacks the unique index. */
const withoutConflict: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"appointments"')
      ? ({ ...node, onConflict: undefined } as RootOperationNode)
      : node,
  transformResult: async ({ result }) => result,
};

/** Faulty servers. The simulation must detect every one of them. */
export const mutations: Record<string, MutationWithPlans> = {
  'ignores failed refunds': {
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
  'refunds nothing': { handlers: { refund: async () => {} }, plans: anyPlanWithCancellation },
  'reports a charge as canceled without canceling it': {
    plans: anyPayments,
    cards: (cards) => ({
      ...cards,
      cancelIntent: async (id) => {
        const intent = await cards.findIntent(id);
        return intent?.status === 'open' ? { ...intent, status: 'canceled' } : intent;
      },
    }),
  },
  'uses one idempotency key for all charges of an appointment': {
    plans: anyPayments,
    cards: (cards) => ({
      ...cards,
      createIntent: (intent) => cards.createIntent({ ...intent, idempotencyKey: intent.appointmentId }),
    }),
  },
  'reads only the newest events': {
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
  'confirms a booking before it is stored': {
    plans: anyBookings,
    app: confirmFailedWrites('POST', /appointments/, () => ({ success: true, insertedId: newId() })),
  },
  'confirms a cancellation before it is stored': {
    plans: anyBookings,
    app: confirmFailedWrites('DELETE', /appointments/, () => ({ acknowledged: true, deletedCount: 1 })),
  },
  'ignores the Idempotency-Key of a form': {
    plans: anyResent,
    app: (app: Hono) => ({
      request: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('idempotency-key');
        return app.request(input, { ...init, headers });
      },
    }),
  },
  'lacks the unique index on days': {
    plans: anyBookings,
    plugins: [withoutConflict],
    prepare: [
      'create table copied as select * from appointments',
      'drop table appointments',
      'alter table copied rename to appointments',
    ],
  },
  'accepts ended sessions': {
    plans: anyBookings,
    prepare: [
      'create trigger forgets after update on sessions begin update sessions set revoked_at = null; end',
    ],
  },
  'sends emails without confirming its lease': {
    plans: anyReminders,
    withoutConfirmation: true,
  },
  'uses its own clock, an hour ahead, for leases': {
    plans: anyReminders,
    withoutConfirmation: true,
    leaseClock: (clock, number) => () => clock() + (number % 2 ? hours(1) : 0),
  },
  'forgets which reminders it has sent': {
    plans: anyReminders,
    beforeReminders: (db: Kysely<Tables>) =>
      db.updateTable('appointments').set({ reminded_day: null }).execute(),
  },
  'gives no slot back': {
    plans: anyClinics,
    hasClinics: true,
    prepare: [
      'create trigger keeps before update on slots when new.reserved < old.reserved begin select raise(ignore); end',
    ],
  },
  'counts no slots of a member': {
    plans: anyClinics,
    hasClinics: true,
    prepare: [
      `create trigger uncounted after insert on appointments when new.slot_time is not null begin
         update appointments set walk_in = 'placed' where id = new.id;
       end`,
    ],
  },
  'offers a slot without holding it': {
    plans: anyHolds,
    hasClinics: true,
    prepare: [
      `create trigger offers after update on waiting_list when new.state = 'offered' and old.state = 'waiting' begin
         update slots set reserved = reserved - 1 where center_id = new.center_id and day = new.day and time = new.held_time;
       end`,
    ],
  },
  'keeps holds forever': {
    plans: anyEndedHolds,
    hasClinics: true,
    prepare: [
      `create trigger forever before update on waiting_list when new.state = 'expired' begin select raise(ignore); end`,
    ],
  },
};
