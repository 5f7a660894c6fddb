import { setTimeout } from 'node:timers/promises';
import { startSite } from '../../e2e/support/site.ts';
import { tell } from '../images/children.ts';
import { startStorm } from '../sign-ins/storm.ts';
import type { Part } from './row.ts';
import type { Hashing } from './sign-in/hash-alone.ts';

const clients = 16;
/** A site that has been up for a while: until then its code is still being compiled beside it. */
const warmUpMs = 20_000;

/**
 * Sign-ins with a password, against nothing but the hash of it, as many at once, on the same cores. The clients are on
 * these cores, too: what they take counts against the site, and is told.
 */
export const signIn: Part = async ({ rounds, seconds }) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
  const figures: number[] = [];
  const reached: number[] = [];
  const clientsOwn: number[] = [];
  const signInFor = async (ms: number) => {
    const storm = await startStorm(site.url, clients);
    await setTimeout(ms);
    return storm.stop();
  };
  try {
    await signInFor(warmUpMs);
    for (let round = 0; round < rounds; round += 1) {
      const stormed = await signInFor(seconds * 1000);
      const perSecond = stormed.signIns / stormed.seconds;
      const message: Hashing = { seconds };
      const { told } = await tell<number>('../speed/sign-in/hash-alone.ts', message);
      figures.push(perSecond / told);
      reached.push(perSecond);
      clientsOwn.push(stormed.cpuMs / stormed.signIns);
    }
  } finally {
    await site.stop();
  }
  const work = `sign-in with a password, ${clients} clients`;
  return [
    { work, against: 'the hash alone on the same cores', target: 'at least 0.9', figures },
    { work: '... a second', against: '', target: '', figures: reached, digits: 1 },
    {
      work: '... time of a core that its clients take',
      against: '',
      target: '',
      figures: clientsOwn,
      unit: 'ms',
    },
  ];
};
