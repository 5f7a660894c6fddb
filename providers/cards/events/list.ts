import type { Kysely } from 'kysely';
import { type Form, textOf } from '../http/form.ts';
import { booleanOf, listOf, onlyKnown } from '../http/parameters.ts';
import { pageOf, spanParameters } from '../http/span.ts';
import { invalidRequest } from '../http/stripe-error.ts';
import type { CardTables } from '../schema/tables.ts';
import { toEvent } from './present.ts';
import { findEvent, listEvents } from './repository.ts';
import { eventTypes } from './types.ts';

/** A page of events, newest first. @throws StripeShapedError 400 */
export async function listPage(db: Kysely<CardTables>, form: Form): Promise<object> {
  onlyKnown(form, [...spanParameters, 'delivery_success', 'type', 'types']);
  const filter = { types: readTypes(form), delivered: booleanOf(form, 'delivery_success') };
  return pageOf(form, {
    url: '/v1/events',
    what: 'event',
    find: (id) => findEvent(db, id),
    rows: (span) => listEvents(db, { ...span, ...filter }),
    present: toEvent,
  });
}

/** One type, one group of types (`charge.*`), or up to twenty types. */
function readTypes(form: Form): string[] | undefined {
  const type = textOf(form, 'type');
  const types = listOf(form, 'types');
  if (type && types) {
    throw invalidRequest('You may only specify one of these parameters: type, types.', {
      code: 'parameters_exclusive',
    });
  }
  if (types && types.length > 20) {
    throw invalidRequest('Array types exceeded maximum 20 allowed elements.', { param: 'types' });
  }
  if (!type?.endsWith('*')) return type ? [type] : types;
  return [type, ...eventTypes.filter((each) => each.startsWith(type.slice(0, -1)))];
}
