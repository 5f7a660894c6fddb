import { minutes, seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { sendOfferEmail, sendOfferText } from './notify.ts';
import { mountWaitingList } from './routes.ts';
import { endExpiredHolds, offerFreePlaces, releaseUnusableHolds, removeOldEntries } from './rules.ts';

export const registerWaitingList = (core: Core): Registration => ({
  mount: (routes) => mountWaitingList(routes, core),
  jobs: core.features.includes('staff')
    ? [
        {
          name: 'waiting lists',
          singleton: true,
          everyMs: seconds(1),
          run: async () => {
            await endExpiredHolds(core);
            await releaseUnusableHolds(core);
            // The clocks of the servers may differ.
            await offerFreePlaces(core, core.clock() - minutes(2));
          },
        },
        // Finds what a round above has missed, for example while no server ran.
        {
          name: 'all waiting lists',
          singleton: true,
          everyMs: minutes(1),
          run: () => offerFreePlaces(core),
        },
      ]
    : [],
  handlers: {
    'offer-email': sendOfferEmail.bind(undefined, core),
    'offer-text': sendOfferText.bind(undefined, core),
  },
  cleanUps: {
    'waiting lists': () => removeOldEntries(core.db, core.clock()),
  },
});
