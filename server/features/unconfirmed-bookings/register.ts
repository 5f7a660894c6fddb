import { seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { mountUnconfirmedBookings } from './routes.ts';
import { cancelOverdueBookings, removeOldBookings } from './rules.ts';

export const registerUnconfirmedBookings = (core: Core): Registration => ({
  mount: (routes) => mountUnconfirmedBookings(routes, core),
  jobs: core.features.includes('staff')
    ? [
        {
          name: 'cancel-unconfirmed-bookings',
          singleton: true,
          everyMs: seconds(30),
          run: () => cancelOverdueBookings(core),
          again: (count: unknown) => Number(count) > 0,
        },
      ]
    : [],
  cleanUps: {
    'unconfirmed-bookings': () => removeOldBookings(core.db, core.clock()),
  },
});
