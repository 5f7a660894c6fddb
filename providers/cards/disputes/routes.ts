import type { Calls } from '../http/calls.ts';
import { textOf } from '../http/form.ts';
import { onlyKnown } from '../http/parameters.ts';
import { pageOf, spanParameters } from '../http/span.ts';
import { findDispute, listDisputes } from './repository.ts';
import { acceptDispute, getDispute, presentDispute, submitEvidence } from './rules.ts';

export function mountDisputes({ get, post }: Calls): void {
  get('/v1/disputes', 'server', async ({ db, form }) => {
    onlyKnown(form, [...spanParameters, 'charge', 'payment_intent']);
    const intentId = textOf(form, 'payment_intent');
    const chargeId = textOf(form, 'charge');
    return pageOf(form, {
      url: '/v1/disputes',
      what: 'dispute',
      find: (id) => findDispute(db, id),
      rows: (span) =>
        listDisputes(db, { ...span, ...(intentId && { intentId }), ...(chargeId && { chargeId }) }),
      present: (dispute) => presentDispute(db, dispute),
    });
  });
  get('/v1/disputes/:id', 'server', async ({ db, id, form }) => {
    onlyKnown(form, []);
    return presentDispute(db, await getDispute(db, id));
  });
  post('/v1/disputes/:id', 'server', async (call) => ({
    status: 200,
    body: await submitEvidence(call, call.id, call.form),
  }));
  post('/v1/disputes/:id/close', 'server', async (call) => ({
    status: 200,
    body: await acceptDispute(call, call.id, call.form),
  }));
}
