// What a storm of sign-ins does to public pages: `npm run bench:sign-ins -- [--rounds 5] [--seconds 8]`.
import { parseArgs } from 'node:util';
import { startSite } from '../../e2e/support/site.ts';
import { buildSite } from '../../scripts/set-up/site.mjs';
import { spread } from '../figures.ts';
import { measureReads } from './reads.ts';
import { startStorm } from './storm.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '8' } },
});
const seconds = Number(values.seconds);
const clients = 32;

await buildSite();
const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
try {
  const quiet: number[] = [];
  const stormy: number[] = [];
  const signIns: number[] = [];
  await measureReads(site.url, 2);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    quiet.push(await measureReads(site.url, seconds));
    const storm = await startStorm(site.url, clients);
    stormy.push(await measureReads(site.url, seconds));
    const stormed = await storm.stop();
    signIns.push(stormed.signIns / stormed.seconds);
  }
  console.log(`| GET /api/reviews, 200 a second | p99, ms: median (least-most) of ${values.rounds} |`);
  console.log('|---|---|');
  console.log(`| quiet | ${spread(quiet)} |`);
  console.log(`| while ${clients} clients sign in without a pause | ${spread(stormy)} |`);
  console.log(`| sign-ins a second meanwhile | ${spread(signIns)} |`);
} finally {
  await site.stop();
}
