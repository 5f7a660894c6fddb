import type { Calls } from '../http/calls.ts';
import { expandedBy } from '../http/expand.ts';
import { textOf } from '../http/form.ts';
import { onlyKnown } from '../http/parameters.ts';
import { pageOf, spanParameters } from '../http/span.ts';
import { findCharge, listCharges } from './repository.ts';
import { expandable, getCharge, presentCharge } from './rules.ts';

export function mountCharges({ get }: Calls): void {
  get('/v1/charges', 'server', async ({ db, form }) => {
    onlyKnown(form, [...spanParameters, 'payment_intent']);
    const expanded = expandedBy(form, expandable, 'data.');
    const intentId = textOf(form, 'payment_intent');
    return pageOf(form, {
      url: '/v1/charges',
      what: 'charge',
      find: (id) => findCharge(db, id),
      rows: (span) => listCharges(db, { ...span, intentId }),
      present: (charge) => presentCharge(db, charge, expanded),
    });
  });
  get('/v1/charges/:id', 'server', async ({ db, id, form }) => {
    onlyKnown(form, []);
    const expanded = expandedBy(form, expandable);
    return presentCharge(db, await getCharge(db, id), expanded);
  });
}
