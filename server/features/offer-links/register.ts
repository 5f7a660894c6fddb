import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { removeOldTexts } from './repository.ts';

export const registerOfferLinks = (core: Core): Registration => ({
  cleanUps: {
    'sent-texts': () => removeOldTexts(core.db, utcDay(core.clock() - days(2))),
  },
});
