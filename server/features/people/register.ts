import type { Core, Registration } from '#server/core.ts';
import { removeExpiredInvitations } from './invitations-repository.ts';
import { mountPeople } from './routes.ts';

export const registerPeople = (core: Core): Registration => ({
  mount: (routes) => mountPeople(routes, core),
  cleanUps: {
    invitations: () => removeExpiredInvitations(core.db, core.clock()),
  },
});
