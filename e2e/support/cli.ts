import { openDatabase } from '#platform/database/open.ts';
import { type Decision, decide, describeWaiting } from '#server/features/reviews/administration.ts';
import { qualifyMembers } from '#server/testing/qualify-members.ts';
import type { Site } from './site.ts';

/** The opinions that wait, as the operator's command prints them once every donor has confirmed their address. */
export async function listWaitingReviews({ dataDir }: Site): Promise<string> {
  await qualifyMembers({ dataDir });
  await using database = await openDatabase({ dataDir });
  return await describeWaiting(database);
}

/** What the operator's command does about the one opinion that waits with these words; `tests/` runs the command itself. */
export async function decideOn(site: Site, words: string, decision: Decision): Promise<string> {
  const line = (await listWaitingReviews(site)).split('\n').find((each) => each.includes(words));
  const [id = ''] = line?.split(' ') ?? [];
  await using database = await openDatabase({ dataDir: site.dataDir });
  return await decide(database, { id, decision, now: Date.now() });
}
