import type * as z from 'zod/mini';
import * as contract from '#contract/staff-settings.ts';
import type { Routes } from '#server/http/route.ts';
import { hasColleague } from './email-server-repository.ts';
import {
  type EmailSettingsDeps,
  removeEmailServer,
  sendTestEmail,
  setEmailServer,
} from './email-settings.ts';

type Settings = z.infer<NonNullable<(typeof contract.getSettings)['response']>>;
export type SettingsDeps = EmailSettingsDeps & {
  /** What an operator sets in the environment. */
  site: Omit<Settings, 'email' | 'address'>;
  hasCenter: () => Promise<boolean>;
};

export function mountStaffSettings({ staffEndpoint }: Routes, deps: SettingsDeps): void {
  staffEndpoint(contract.getSettings, async () => ({
    address: deps.publicUrl,
    ...deps.site,
    email: await describeEmail(deps),
  }));

  staffEndpoint(contract.setEmailServer, async ({ viewer, body }) => {
    await setEmailServer(deps, viewer, body);
    return undefined;
  });

  staffEndpoint(contract.removeEmailServer, async ({ viewer }) => {
    await removeEmailServer(deps, viewer);
    return undefined;
  });

  staffEndpoint(contract.sendTestEmail, async ({ viewer }) => ({
    outcome: await sendTestEmail(deps, viewer),
  }));

  staffEndpoint(contract.getChecklist, async ({ viewer: { userId } }) => {
    const { source, testedAt } = await describeEmail(deps);
    return {
      email: { source, isTested: source === 'environment' || testedAt !== undefined },
      hasCenter: await deps.hasCenter(),
      hasColleague: await hasColleague(deps.db, { userId, now: deps.clock() }),
    };
  });
}

async function describeEmail({ isSetByOperator, servers }: EmailSettingsDeps): Promise<Settings['email']> {
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
