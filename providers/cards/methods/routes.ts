import type { Calls } from '../http/calls.ts';
import { toPaymentMethod } from './present.ts';
import { createMethod, getMethod } from './rules.ts';

export function mountMethods({ get, post }: Calls): void {
  post('/v1/payment_methods', 'both', async ({ trx, form, now }) => ({
    status: 200,
    body: toPaymentMethod(await createMethod(trx, form, now)),
  }));
  get('/v1/payment_methods/:id', 'server', async ({ db, id }) => toPaymentMethod(await getMethod(db, id)));
}
