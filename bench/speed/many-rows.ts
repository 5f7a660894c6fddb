import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Site, startSite } from '../../e2e/support/site.ts';
import { keepOnCore } from '../cores.ts';
import { tell } from '../images/children.ts';
import { makeMembers } from './bookings/members.ts';
import type { Read, Reading } from './bookings/read.ts';
import { appointmentsEach, fillAppointments, memberId } from './many-rows/fill.ts';
import type { Part } from './row.ts';

const few = 1000;
const many = 10_000_000;
/** Who asks, at most: spread over all, so that what they read lies all over the file. */
const mostAsking = 5000;

/** One member's appointments among many and among few; sites on core 0, the reader on core 1. */
export const manyRows: Part = async ({ rounds, seconds }) => {
  await using small = await filledSite(few);
  await using large = await filledSite(many);
  // Of five seconds a stall of the machine would be the hundredth part that counts.
  const message: Reading = { kinds: [small.reads, large.reads], everyMs: 2, seconds: seconds * 4 };
  const measure = async () => (await tell<[number, number]>('../speed/bookings/read.ts', message)).told;
  // What each round reads has been read once: code, statements and pages are warm on both.
  await measure();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [amongFew, amongMany] = await measure();
    ratios.push(amongMany / amongFew);
  }
  return [
    {
      work: `GET /api/appointments?email= with ${many.toLocaleString('en')} appointments stored: p99`,
      against: `the same with ${few.toLocaleString('en')}`,
      target: 'at most 1.5',
      figures: ratios,
    },
  ];
};

/** A site that is filled before it starts; the data goes when it stops. */
async function filledSite(rows: number) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-many-rows-'));
  const settings = { DATA_DIR: folder.path, RATE_LIMIT_SCALE: '100000' };
  // Its first start makes the tables.
  await (await startSite(settings)).stop();
  fillAppointments(folder.path, rows);
  const site = await startSite(settings);
  keepOnCore(site.pid, 0);
  return {
    reads: await readsOf({ ...site, dataDir: folder.path }, rows / appointmentsEach),
    async [Symbol.asyncDispose]() {
      await site.stop();
      folder.remove();
    },
  };
}

async function readsOf(site: Site, members: number): Promise<Read[]> {
  const asking = Math.min(members, mostAsking);
  const ids = Array.from({ length: asking }, (_, n) => memberId(Math.floor((n * members) / asking)));
  const signedIn = await makeMembers(site, ids);
  return signedIn.map(({ email, token }) => ({
    url: `${site.url}/api/appointments?${new URLSearchParams({ email })}`,
    headers: { authorization: `Bearer ${token}` },
    items: appointmentsEach,
  }));
}
