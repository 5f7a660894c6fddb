import { once } from 'node:events';
import { measureReads } from '../sign-ins/reads.ts';
import { tell } from './children.ts';
import type { Crowd } from './crowd.ts';
import type { Member } from './member.ts';

/** p99 in ms. */
export type Waits = { reads: number; signIns: number };

/** While nothing else goes on. */
export async function measureQuiet(site: string, member: Member, seconds: number): Promise<Waits> {
  const over = { yet: false };
  const signIns = signInsUntil(member, over);
  const reads = await measureReads(site, seconds);
  over.yet = true;
  return { reads, signIns: await signIns };
}

/** While 200 variants are made and pictures of 12 megapixels come in, longer than we measure. */
export async function measureBusy(
  site: string,
  member: Member,
  { seconds, uploads }: { seconds: number; uploads: number },
): Promise<Waits> {
  const message: Crowd = { site, uploads };
  const { child: crowd } = await tell<'ready'>('./crowd.ts', message);
  const gone = once(crowd, 'exit');
  crowd.send('go');
  const waits = await measureQuiet(site, member, seconds);
  crowd.send('how many');
  const [done] = (await once(crowd, 'message')) as [number];
  const [code] = await gone;
  if (code !== 0) throw new Error(`The crowd ended with ${code}.`);
  if (done === 200 + uploads)
    throw new Error('The crowd was done before we were: measure for fewer --seconds.');
  return waits;
}

async function signInsUntil(member: Member, over: { yet: boolean }): Promise<number> {
  const took: number[] = [];
  while (!over.yet) {
    const began = performance.now();
    await member.signIn();
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;
}
