import { type Measurement, spread } from '../measure.ts';
import { createMembers, newIds } from '../members.ts';
import { compareWithNodeHttp } from '../peers/compare-with-node-http.ts';
import { acceptsAvif, createUploader, fetchPicture, photoOf } from '../pictures.ts';
import { startMeasuredSite } from '../site.ts';
import { cpuMsOfTree } from '../system.ts';

const widths = [162, 324, 486, 640, 810, 972, 1280, 1600];

/** Generating the variants of a new picture, and serving cached ones. */
export const images: Measurement = async (options) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const [member] = await createMembers(site, newIds(1));
  const upload = await createUploader(site.url, member?.token ?? '');
  let photo = '';
  const url = (width: number) => `${photo}?w=${width}&auto=format`;
  const cpuMs = await Array.fromAsync({ length: options.rounds }, async () => {
    photo = await upload(await photoOf(2400, 1600));
    const before = cpuMsOfTree(site.pid);
    await Promise.all(widths.map((width) => fetchPicture(url(width))));
    return (cpuMsOfTree(site.pid) - before) / widths.length;
  });
  const label = 'generating the 8 AVIF variants of a new picture';
  const headers = acceptsAvif;
  const etag = (await fetch(url(162), { headers })).headers.get('etag') ?? '';
  const notModified = { headers: { ...headers, 'if-none-match': etag }, status: 304 };
  const cached = {
    'a small cached AVIF': { url: url(162), headers },
    'a large cached AVIF': { url: url(972), headers },
    'a cached picture, not modified': { url: url(162), ...notModified },
  };
  const served = await Array.fromAsync(Object.entries(cached), ([label, request]) =>
    compareWithNodeHttp(label, site, request, options),
  );
  return [{ label, figures: [`CPU ${spread(cpuMs, 0)} ms per variant`] }, ...served];
};
