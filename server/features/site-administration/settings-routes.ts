import type * as z from 'zod/mini';
import * as contract from '#contract/staff-settings.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { Core } from '#server/core.ts';
import { listCenterRows } from '#server/features/centers/rules.ts';
import { takesPayments } from '#server/features/payments/fee.ts';
import { listPublishedKinds, readSiteContent } from '#server/features/site-content/rules.ts';
import type { Routes } from '#server/http/route.ts';
import { hasColleague } from './email-server-repository.ts';
import {
  type EmailOptions,
  MAX_TEST_EMAILS,
  removeEmailServer,
  sendTestEmail,
  setEmailServer,
} from './email-settings.ts';

type Settings = z.infer<NonNullable<(typeof contract.getSettings)['response']>>;
export type SettingsOptions = EmailOptions & {
  /** The settings that the operator makes in the environment. */
  site: Omit<Settings, 'email' | 'address' | 'withoutPayments'>;
};

export function mountStaffSettings({ staffEndpoint }: Routes, core: Core, options: SettingsOptions): void {
  const countTestEmail = createRequestLimit(core.limiters('email-tests', MAX_TEST_EMAILS));

  staffEndpoint(contract.getSettings, async () => ({
    address: core.publicUrl,
    ...options.site,
    ...(!(await takesPayments(core)) && { withoutPayments: true as const }),
    email: await describeEmail(options),
  }));

  staffEndpoint(contract.setEmailServer, async ({ viewer, body }) => {
    await setEmailServer(core, options, viewer, body);
    return undefined;
  });

  staffEndpoint(contract.removeEmailServer, async ({ viewer }) => {
    await removeEmailServer(core, options, viewer);
    return undefined;
  });

  staffEndpoint(contract.sendTestEmail, async ({ viewer }) => ({
    outcome: await sendTestEmail(core, options, viewer, countTestEmail),
  }));

  staffEndpoint(contract.getChecklist, async ({ viewer: { userId } }) => {
    const { source, testedAt } = await describeEmail(options);
    return {
      email: { source, isTested: source === 'environment' || testedAt !== undefined },
      hasCenter: (await listCenterRows(core.db)).length > 0,
      hasColleague: await hasColleague(core.db, { userId, now: core.clock() }),
      published: await listFirstContents(core),
    };
  });
}

/** Returns what the owner has published of the content that a new site needs first. */
async function listFirstContents(core: Core): Promise<(typeof contract.firstContents)[number][]> {
  const content = await readSiteContent(core);
  const published = listPublishedKinds(content, core.siteDefaults);
  const hasLegalPage = content.page.some(({ slug }) => slug === 'privacy' || slug === 'terms');
  return contract.firstContents.filter((name) =>
    name === 'legal' ? hasLegalPage : published.includes(name),
  );
}

async function describeEmail({ isSetByOperator, servers }: EmailOptions): Promise<Settings['email']> {
  if (isSetByOperator) return { source: 'environment', hasPassword: false };
  const server = (await servers.read())?.server;
  if (!server) return { source: 'files', hasPassword: false };
  const { password, testedAt, ...shown } = server;
  return {
    source: 'page',
    server: shown,
    hasPassword: password !== undefined,
    ...(testedAt !== undefined && { testedAt: new Date(testedAt).toISOString() }),
  };
}
