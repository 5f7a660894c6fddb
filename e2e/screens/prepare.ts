import { type APIRequestContext, request } from '@playwright/test';
import { type Member, registerMember, signedInState } from '../support/member.ts';
import { startSite } from '../support/site.ts';
import { openDatabase } from '../support/staff.ts';
import { fillSite, type Person } from './content.ts';
import { now } from './now.ts';

const people: Record<Person, { name: string; email: string }> = {
  member: { name: 'Rahima Khatun', email: 'rahima@example.org' },
  newcomer: { name: 'Nadia Islam', email: 'nadia@example.org' },
  staff: { name: 'Shirin Akter', email: 'shirin@example.org' },
};

/** What the pages need from `prepare`, which runs in another process. */
export type Prepared = { url: string; states: Record<Person, Awaited<ReturnType<typeof signedInState>>> };

/** Starts the site that all pictures show, and signs its people in. Returns the teardown. */
export default async function prepare(): Promise<() => Promise<void>> {
  const site = await startSite({
    // Some pages show the address of the site.
    PORT: '47365',
    RATE_LIMIT_SCALE: '1000000',
    NODE_OPTIONS: `--import=${new URL('fixed-clock.ts', import.meta.url)}`,
  });
  const api = await request.newContext({ baseURL: site.url });
  const states = await signInAll(api, site);
  process.env.SCREENS = JSON.stringify({ url: site.url, states } satisfies Prepared);
  return async () => {
    await api.dispose();
    await site.stop();
  };
}

async function signInAll(api: APIRequestContext, site: { url: string; dataDir: string }) {
  using database = openDatabase(site.dataDir);
  database.exec(
    "create trigger second_factor after insert on sessions begin update sessions set second_factor = 'totp'; end",
  );
  const members = {} as Record<Person, Member>;
  for (const [name, person] of Object.entries(people))
    members[name as Person] = await registerMember(api, person);
  await fillSite(api, database, members);
  const states = {} as Prepared['states'];
  for (const [name, member] of Object.entries(members))
    states[name as Person] = await signedInState(api, site, member, now);
  return states;
}
