import { days } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { removeOldEndedSessions, removeOldRejectedTokens } from './rejected-tokens-repository.ts';
import { removeEndedSessions } from './repository.ts';

export const registerUsers = (core: Core): Registration => ({
  cleanUps: {
    sessions: () => removeEndedSessions(core.db, core.clock() - days(1)),
    'rejected-tokens': () => removeOldRejectedTokens(core.db, core.clock() - days(1)),
    'ended-identity-sessions': () => removeOldEndedSessions(core.db, core.clock() - days(1)),
  },
});
