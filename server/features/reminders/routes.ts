import type { Context } from 'hono';
import { type Language, languageBase } from '#contract/languages.ts';
import * as contract from '#contract/reminders.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestLimit } from '#platform/http/limits.ts';
import type { Routes } from '#server/http/route.ts';
import type { Owner } from '#server/http/viewer.ts';
import { findPerson, setOptedOut } from './repository.ts';
import { cancelByLink, type LinkDeps, readLink, stopByLink } from './rules.ts';

type Options = LinkDeps & {
  publicUrl: string;
  /** Returns the language that the member reads. */
  getLanguage: (owner: Owner) => Promise<Language>;
  /** Counts an invalid link for the client's address. */
  countInvalidLink: (c: Context) => ReturnType<RequestLimit>;
};

/** Limit per client address and hour. Tokens cannot be guessed, so this only limits the load. */
export const invalidLinkLimit = { points: 60, seconds: 3600 };

export function mountReminders({ memberEndpoint, publicEndpoint }: Routes, options: Options): void {
  const { db, clock } = options;

  memberEndpoint(contract.getReminderChoice, async ({ viewer }) => {
    const person = await findPerson(db, viewer.userId);
    return { wanted: person?.reminders_stopped_at === null };
  });

  memberEndpoint(contract.setReminderChoice, async ({ viewer, body }) => {
    await setOptedOut(db, viewer.userId, body.wanted ? null : clock());
    return undefined;
  });

  publicEndpoint(contract.getReminderLink, ({ c, body }) =>
    countInvalidLinks(c, () => readLink(options, body.token)),
  );

  publicEndpoint(contract.cancelByReminderLink, ({ c, body }) =>
    countInvalidLinks(c, async () => {
      const isCanceled = await cancelByLink(options, body.token);
      return { acknowledged: true, deletedCount: isCanceled ? 1 : 0 };
    }),
  );

  publicEndpoint(contract.stopByReminderLink, ({ c, body }) => stop(c, body.token));

  publicEndpoint(contract.unsubscribe, ({ c, query }) => stop(c, query.token));

  publicEndpoint(contract.openUnsubscribe, async ({ c, query: { token } }) => {
    // The page explains why a link does not work.
    const claims = await options.links.read(token).catch(() => undefined);
    const base = claims ? languageBase[await options.getLanguage(claims)] : '';
    return c.redirect(`${options.publicUrl}${base}/reminder#${encodeURIComponent(token)}`, 303);
  });

  const stop = (c: Context, token: string): Promise<undefined> =>
    countInvalidLinks(c, async () => {
      await stopByLink(options, token);
      return undefined;
    });

  async function countInvalidLinks<Result>(c: Context, action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') await options.countInvalidLink(c);
      throw error;
    }
  }
}
