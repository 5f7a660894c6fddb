import { minutes, seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { sendOfferEmail, sendOfferText } from './notify.ts';
import { mountWaitingList } from './routes.ts';
import { endExpiredHolds, offerFreeSlots, releaseUnusableHolds, removeOldEntries } from './rules.ts';

export const registerWaitingList = (core: Core): Registration => ({
  mount: (routes) => mountWaitingList(routes, core),
  jobs: core.features.includes('staff')
    ? [
        {
          name: 'offer-free-slots',
          singleton: true,
          everyMs: seconds(1),
          run: async () => {
            await endExpiredHolds(core);
            await releaseUnusableHolds(core);
            // Two minutes of overlap, because the servers' clocks may differ.
            await offerFreeSlots(core, core.clock() - minutes(2));
          },
        },
        // Finds slots that the job above missed, for example while no server was running.
        {
          name: 'offer-all-free-slots',
          singleton: true,
          everyMs: minutes(1),
          run: () => offerFreeSlots(core),
        },
      ]
    : [],
  handlers: {
    'offer-email': sendOfferEmail.bind(undefined, core),
    'offer-text': sendOfferText.bind(undefined, core),
  },
  cleanUps: {
    'waiting-list-entries': () => removeOldEntries(core.db, core.clock()),
  },
});
