import type { Core, Registration } from '#server/core.ts';
import { anonymizeOldWalkIns, deleteOldChanges } from './retention.ts';
import { mountCheckIn } from './routes.ts';

export const registerCheckIn = (core: Core): Registration => ({
  mount: (routes) => mountCheckIn(routes, core),
  cleanUps: {
    'check-ins': () => deleteOldChanges(core.db, core.clock()),
    'walk-ins': () => anonymizeOldWalkIns(core.db, core.clock()),
  },
});
