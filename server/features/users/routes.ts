import { parseLanguage } from '#contract/languages.ts';
import { exportUser } from '#contract/user-export.ts';
import * as contract from '#contract/users.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { Clock } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import type { Guard, Routes } from '#server/http/route.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import type { IdentityService } from '#server/integrations/identity.ts';
import { type AccessTokens, bearerToken } from './access-tokens.ts';
import { listSessions, readUser, revokeSessions } from './repository.ts';
import { type DeletionHook, deleteUser, registerUser, requireRecentSignIn } from './rules.ts';
import { toIdentityRecord, toIsoTime } from './serialize.ts';

type Options = {
  db: Db;
  clock: Clock;
  identity: IdentityService;
  admit: Guard['admit'];
  isStaff: (user: Owner) => Promise<boolean>;
  tokens: AccessTokens;
  outbox: Outbox;
  events: SecurityLog;
  /** Called before anything is deleted: cancels open payments at the card provider. */
  beforeDeletion: (viewer: Viewer) => Promise<void>;
  deletionHooks: readonly DeletionHook[];
  /** Called when somebody has signed out on a device. */
  onSignOut: (user: Owner) => Promise<unknown>;
  /** Returns the member's data from the other features. */
  collect: (
    viewer: Viewer,
  ) => Promise<
    Pick<
      Export,
      | 'accessLog'
      | 'appointments'
      | 'decisions'
      | 'opinions'
      | 'photos'
      | 'remindedDays'
      | 'reportedPhotos'
      | 'waitingLists'
    >
  >;
};
type Export = NonNullable<(typeof exportUser)['response']>['_zod']['output'];

export function mountUsers({ guardedEndpoint, memberEndpoint }: Routes, options: Options): void {
  const { db, clock, events } = options;

  guardedEndpoint(
    contract.registerUser,
    async (c) => {
      const person = await options.identity.verify(bearerToken(c.req.raw));
      await options.admit({ userId: person.id }, contract.registerUser.method);
      return person;
    },
    async ({ c, viewer: person, body }) => {
      const language = parseLanguage(c.req.header('accept-language'));
      const registered = await registerUser(options, person, { email: body.email, language });
      events.info('access token issued', { account: person.id });
      return registered;
    },
  );

  memberEndpoint(contract.endSession, async ({ viewer }) => {
    await revokeSessions(db, viewer, clock());
    await options.onSignOut(viewer);
    events.info('signed out', { account: viewer.userId });
    return undefined;
  });

  memberEndpoint(exportUser, async ({ viewer }) => {
    await requireRecentSignIn(options, viewer);
    const user = await readUser(db, viewer);
    const sessions = await listSessions(db, viewer);
    const account = await options.identity.describeAccount(viewer.userId);
    return {
      user: {
        _id: viewer.userId,
        email: viewer.email,
        ...(account?.displayName && { name: account.displayName }),
        createdAt: toIsoTime(user?.created_at ?? 0),
        ...(user?.email_verified_at && { emailConfirmedAt: toIsoTime(user.email_verified_at) }),
        ...(user?.language && { language: user.language }),
        ...(user?.reminders_stopped_at && { remindersStoppedAt: toIsoTime(user.reminders_stopped_at) }),
      },
      ...(account && { identity: toIdentityRecord(account) }),
      sessions: sessions.map((s) => ({
        createdAt: toIsoTime(s.created_at),
        expiresAt: toIsoTime(s.expires_at),
      })),
      ...(await options.collect(viewer)),
    };
  });

  memberEndpoint(contract.deleteUser, async ({ viewer }) => {
    await requireRecentSignIn(options, viewer);
    await options.beforeDeletion(viewer);
    await deleteUser(options, viewer, options.deletionHooks);
    events.info('account deleted', { account: viewer.userId });
    return undefined;
  });
}
