import type { Calls } from '../http/calls.ts';
import { onlyKnown } from '../http/parameters.ts';
import { noSuch } from '../http/stripe-error.ts';
import { listPage } from './list.ts';
import { toEvent } from './present.ts';
import { findEvent } from './repository.ts';

export function mountEvents({ get }: Calls): void {
  get('/v1/events', 'server', ({ db, form }) => listPage(db, form));
  get('/v1/events/:id', 'server', async ({ db, id, form }) => {
    onlyKnown(form, []);
    const event = await findEvent(db, id);
    if (!event) throw noSuch(`event: '${id.slice(0, 100)}'`, 'id');
    return toEvent(event);
  });
}
