import type { Calls } from '../http/calls.ts';
import { expandedBy } from '../http/expand.ts';
import { textOf } from '../http/form.ts';
import { onlyKnown } from '../http/parameters.ts';
import { pageOf, spanParameters } from '../http/span.ts';
import { noSuch } from '../http/stripe-error.ts';
import { expandable, toRefund } from './present.ts';
import { findRefund, listRefunds } from './repository.ts';
import { createRefund } from './rules.ts';

export function mountRefunds({ get, post }: Calls): void {
  post('/v1/refunds', 'server', async (call) => ({
    status: 200,
    body: await createRefund(call, call.form),
  }));
  get('/v1/refunds', 'server', async ({ db, form }) => {
    onlyKnown(form, [...spanParameters, 'charge', 'payment_intent']);
    const expanded = expandedBy(form, expandable, 'data.');
    const intentId = textOf(form, 'payment_intent');
    const chargeId = textOf(form, 'charge');
    return pageOf(form, {
      url: '/v1/refunds',
      what: 'refund',
      find: (id) => findRefund(db, id),
      rows: (span) =>
        listRefunds(db, { ...span, ...(intentId && { intentId }), ...(chargeId && { chargeId }) }),
      present: (refund) => toRefund(db, refund, expanded),
    });
  });
  get('/v1/refunds/:id', 'server', async ({ db, id, form }) => {
    onlyKnown(form, []);
    const expanded = expandedBy(form, expandable);
    const refund = await findRefund(db, id);
    if (!refund) throw noSuch(`refund: '${id.slice(0, 100)}'`, 'id');
    return toRefund(db, refund, expanded);
  });
}
