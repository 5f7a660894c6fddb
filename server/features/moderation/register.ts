import { databaseClock } from '#platform/database/database-clock.ts';
import { seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { removeExpiredClaims } from './claims-repository.ts';
import { createModeratedKinds } from './kinds.ts';
import { finishExpiredDecisions, notifyAuthors } from './notify.ts';
import { mountModeration } from './routes.ts';

export function registerModeration(core: Core): Registration {
  const deps = { ...core, kinds: createModeratedKinds(core) };
  return {
    mount: (routes) => mountModeration(routes, core),
    jobs: [{ name: 'notify-authors', singleton: true, everyMs: seconds(2), run: () => notifyAuthors(deps) }],
    cleanUps: {
      'moderation-claims': () => removeExpiredClaims(core.db, databaseClock(core.db)),
      'moderation-decisions': () => finishExpiredDecisions(deps),
    },
  };
}
