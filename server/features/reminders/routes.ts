import type { Context } from 'hono';
import { languageBase } from '#contract/languages.ts';
import * as contract from '#contract/reminders.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import { readLanguage } from '#server/features/users/rules.ts';
import type { Routes } from '#server/http/route.ts';
import { readLinkToken } from './links.ts';
import { findUser, setOptedOut } from './repository.ts';
import { cancelByLink, readReminderLink, stopRemindersByLink } from './rules.ts';

export function mountReminders({ memberEndpoint, publicEndpoint }: Routes, core: Core): void {
  const { db, clock, publicUrl } = core;

  memberEndpoint(contract.getReminderChoice, async ({ viewer }) => {
    const person = await findUser(db, viewer.userId);
    return { wanted: person?.reminders_stopped_at === null };
  });

  memberEndpoint(contract.setReminderChoice, async ({ viewer, body }) => {
    await setOptedOut(db, viewer.userId, body.wanted ? null : clock());
    return undefined;
  });

  publicEndpoint(contract.getReminderLink, ({ c, body }) =>
    countInvalidLinks(c, () => readReminderLink(core, body.token)),
  );

  publicEndpoint(contract.cancelByReminderLink, ({ c, body }) =>
    countInvalidLinks(c, async () => {
      const isCanceled = await cancelByLink(core, body.token);
      return { acknowledged: true, deletedCount: isCanceled ? 1 : 0 };
    }),
  );

  publicEndpoint(contract.stopByReminderLink, ({ c, body }) => stop(c, body.token));

  publicEndpoint(contract.unsubscribe, ({ c, query }) => stop(c, query.token));

  publicEndpoint(contract.openUnsubscribe, async ({ c, query: { token } }) => {
    // Ignore an invalid link here, because the page explains why it does not work.
    const claims = await readLinkToken(core, token).catch(() => undefined);
    const base = claims ? languageBase[await readLanguage(core, claims.userId)] : '';
    return c.redirect(`${publicUrl}${base}/reminder#${encodeURIComponent(token)}`, 303);
  });

  const stop = (c: Context, token: string): Promise<undefined> =>
    countInvalidLinks(c, async () => {
      await stopRemindersByLink(core, token);
      return undefined;
    });

  async function countInvalidLinks<Result>(c: Context, action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') await core.countInvalidLink(c);
      throw error;
    }
  }
}
