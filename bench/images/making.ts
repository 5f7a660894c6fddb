import { availableParallelism } from 'node:os';
import { picture } from '../../providers/images/testing/pictures.ts';
import { tell } from './children.ts';
import type { Member } from './member.ts';
import { coreSecondsOfSite } from './processes.ts';
import type { Encodings } from './sharp-alone.ts';

export const rungs = [162, 324, 486, 640, 810, 972, 1280, 1600] as const;
const avif = { accept: 'image/avif' };

/** By the clock, and by the time of a core that it takes: the second hears less of what else the machine does. */
export type Made = { byClock: number[]; byCore: number[] };

/** How fast the host makes variants of new pictures, as a part of how fast the library alone makes them. */
export async function measureMaking(member: Member, rounds: number): Promise<Made> {
  const ratios: Made = { byClock: [], byCore: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const urls = await Promise.all([0, 1, 2].map(() => uploadNew(member)));
    const originals = await Promise.all(
      urls.map(async (url) => Buffer.from(await ask(url)).toString('base64')),
    );
    const [began, before] = [performance.now(), coreSecondsOfSite()];
    await Promise.all(urls.flatMap((url) => rungs.map((w) => ask(`${url}?w=${w}&auto=format`))));
    const host = { ms: performance.now() - began, coreSeconds: coreSecondsOfSite() - before };
    const message: Encodings = { originals, widths: rungs, atOnce: Math.min(availableParallelism(), 3) };
    const alone = (await tell<typeof host>('./sharp-alone.ts', message)).told;
    // The first round starts the processes and warms everything up.
    if (round === 0) continue;
    ratios.byClock.push(alone.ms / host.ms);
    ratios.byCore.push(alone.coreSeconds / host.coreSeconds);
  }
  return ratios;
}

export async function uploadNew(member: Member, width = 2400, height = 1600): Promise<string> {
  const { status, url } = await member.upload(await picture('jpeg', width, height));
  if (!url) throw new Error(`An upload was answered ${status}.`);
  return url;
}

export async function ask(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url, { headers: avif });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return answer.arrayBuffer();
}
