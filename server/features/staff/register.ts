import { days } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { mountStaff } from './routes.ts';
import { removeOldShiftKeys } from './shift-keys-repository.ts';
import { removeOldShifts } from './shifts-repository.ts';

export const registerStaff = (core: Core): Registration => ({
  mount: (routes) => mountStaff(routes, core),
  cleanUps: {
    shifts: () => removeOldShifts(core.db, core.clock() - days(1)),
    'shift-keys': () => removeOldShiftKeys(core.db, core.clock()),
  },
});
