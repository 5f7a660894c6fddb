import { picture } from '../../providers/images/testing/pictures.ts';
import { measureReads } from '../sign-ins/reads.ts';
import { ask, rungs, uploadNew } from './making.ts';
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

/** While 200 variants are made and 20 pictures of 12 megapixels come in; `during` is how many were done by the end. */
export async function measureBusy(
  site: string,
  member: Member,
  seconds: number,
): Promise<Waits & { during: number }> {
  const urls: string[] = [];
  for (let n = 0; n < 25; n += 1) urls.push(await uploadNew(member));
  const photo = await picture('jpeg', 4000, 3000);
  let during = 0;
  const done = () => {
    during += 1;
  };
  const variants = urls.flatMap((url) => rungs.map((w) => ask(`${url}?w=${w}&auto=format`).then(done)));
  const uploads = Array.from({ length: 20 }, () => member.upload(photo).then(done));
  const waits = await measureQuiet(site, member, seconds);
  const result = { ...waits, during };
  await Promise.all([...variants, ...uploads]);
  return result;
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
