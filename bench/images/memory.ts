import sharp from 'sharp';
import { picture } from '../../providers/images/testing/pictures.ts';
import type { Member } from './member.ts';
import { residentOfSite } from './processes.ts';

const MB = 1024 * 1024;

export type Uploads = { before: number; peak: number; seconds: number; statuses: Record<number, number> };

/** Resident memory in MB, of the site and the processes it started, while so many pictures of 10 MB come at once. */
export async function measureMemory(member: Member, uploads: number): Promise<Uploads> {
  const photo = await tenMegabytes();
  const before = residentOfSite();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentOfSite());
  }, 20);
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: uploads }, () => member.upload(photo)));
  clearInterval(watch);
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return { before, peak, seconds: (performance.now() - began) / 1000, statuses };
}

/** A photo of 12 megapixels just below the limit. */
async function tenMegabytes(): Promise<Uint8Array> {
  const whole = sharp(await picture('png', 4000, 3000));
  for (let quality = 100; quality > 0; quality -= 2) {
    const photo = await whole.clone().jpeg({ quality }).toBuffer();
    if (photo.length <= 10 * MB) return photo;
  }
  throw new Error('No quality gives 10 MB.');
}
