// Pictures: `npm run bench:images -- [--rounds 5] [--seconds 3] [--only cached,making,busy,memory]`.
import { parseArgs } from 'node:util';
import { type Site, startSite } from '../../e2e/support/site.ts';
import { buildSite } from '../../scripts/set-up/site.mjs';
import { spread } from '../figures.ts';
import { measureBusy, measureQuiet } from './busy.ts';
import { type Asked, measureCached } from './cached.ts';
import { measureMaking, rungs, uploadNew } from './making.ts';
import { becomeMember } from './member.ts';
import { measureMemory } from './memory.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: 'cached,making,busy,memory' },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const parts: Record<string, (site: Site) => Promise<void>> = { cached, making, busy, memory };

await buildSite();
console.log(`| what | median (least-most) of ${rounds} |\n|---|---|`);
for (const name of values.only.split(',')) {
  const site = await startSite();
  try {
    await parts[name]?.(site);
  } finally {
    await site.stop();
  }
}

async function cached(site: Site): Promise<void> {
  const photo = await uploadNew(await becomeMember(site.url));
  const avif = { accept: 'image/avif,image/webp,*/*' };
  const small = await closest(photo, 5_000, avif);
  const large = await closest(photo, 40_000, avif);
  const etag = (await fetch(small, { headers: avif })).headers.get('etag') ?? '';
  const all: [string, Asked][] = [
    ['AVIF', { url: small, headers: avif, status: 200 }],
    ['AVIF', { url: large, headers: avif, status: 200 }],
    ['JPEG', { url: await closest(photo, 20_000, {}), headers: {}, status: 200 }],
    ['304', { url: small, headers: { ...avif, 'if-none-match': etag }, status: 304 }],
  ];
  for (const [what, asked] of all) {
    const { bytes, ratios, cpuRatios, perSecond } = await measureCached(asked, site, { rounds, seconds });
    const of = `cached ${what}${bytes ? ` of ${(bytes / 1000).toFixed(1)} KB` : ''}`;
    console.log(`| ${of}: answers a second, as a part of node:http's | ${spread(ratios, 2)} |`);
    console.log(`| ... by the time of a core that an answer takes | ${spread(cpuRatios, 2)} |`);
    console.log(`| ... answers a second | ${spread(perSecond, 0)} |`);
  }
}

/** The width at which the picture has about so many bytes. */
async function closest(photo: string, bytes: number, headers: Record<string, string>): Promise<string> {
  const sizes: { url: string; off: number }[] = [];
  for (const w of rungs) {
    const url = `${photo}?w=${w}&auto=format`;
    const { byteLength } = await (await fetch(url, { headers })).arrayBuffer();
    sizes.push({ url, off: Math.abs(Math.log(byteLength / bytes)) });
  }
  return sizes.reduce((best, each) => (each.off < best.off ? each : best)).url;
}

async function making({ url }: Site): Promise<void> {
  const { byClock, byCore } = await measureMaking(await becomeMember(url), rounds);
  console.log(`| making 24 AVIF variants, as a part of the library alone | ${spread(byClock, 2)} |`);
  console.log(`| ... by the time of a core that they take | ${spread(byCore, 2)} |`);
}

async function busy({ url }: Site): Promise<void> {
  const member = await becomeMember(url);
  const states = {
    'nothing else goes on': () => measureQuiet(url, member, seconds),
    '200 variants are made': () => measureBusy(url, member, { seconds, uploads: 0 }),
    '200 variants are made and 20 uploads come in': () => measureBusy(url, member, { seconds, uploads: 20 }),
  };
  await measureQuiet(url, member, 1);
  const rows = new Map<string, number[]>();
  const note = (row: string, figure: number) => rows.set(row, [...(rows.get(row) ?? []), figure]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [state, measure] of Object.entries(states)) {
      const { reads, signIns } = await measure();
      note(`p99 of GET /api/reviews while ${state}, ms`, reads);
      note(`p99 of a sign-in while ${state}, ms`, signIns);
    }
  }
  for (const [row, figures] of [...rows].sort()) console.log(`| ${row} | ${spread(figures)} |`);
}

async function memory({ url }: Site): Promise<void> {
  const { before, peak, seconds, statuses } = await measureMemory(await becomeMember(url), 100);
  const told = Object.entries(statuses).map(([status, times]) => `${times} x ${status}`);
  console.log(`| resident memory before, MB | ${before.toFixed(0)} |`);
  console.log(`| at most, with 100 uploads of 10 MB at once, MB | ${peak.toFixed(0)} |`);
  console.log(`| ... answered | ${told.join(', ')} in ${seconds.toFixed(1)} s |`);
}
