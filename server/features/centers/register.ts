import { seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { linkLateBookings } from './link-late-bookings.ts';
import { mountCenters } from './routes.ts';

export const registerCenters = (core: Core): Registration => ({
  mount: (routes) => mountCenters(routes, core),
  jobs: core.features.includes('staff')
    ? [
        {
          name: 'link-late-bookings',
          singleton: true,
          everyMs: seconds(2),
          run: () => linkLateBookings(core),
        },
      ]
    : [],
});
