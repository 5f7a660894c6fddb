import type { Core, Registration } from '#server/core.ts';
import { mountImportedDonations } from './routes.ts';
import { eraseExpiredDonations } from './rules.ts';

export const registerImportedDonations = (core: Core): Registration => ({
  mount: (routes) => mountImportedDonations(routes, core),
  cleanUps: {
    'imported-donations': () => eraseExpiredDonations(core),
  },
});
