import { type Measurement, type Row, spread } from '../measure.ts';
import { createMembers, newIds } from '../members.ts';
import { compareWithNodeHttp } from '../peers/compare-with-node-http.ts';
import { acceptsAvif, createUploader, fetchBytes, photoOf } from '../pictures.ts';
import { startMeasuredSite } from '../site.ts';
import { cpuMsOfTree } from '../system.ts';

const widths = [162, 324, 486, 640, 810, 972, 1280, 1600];

/** Generating the variants of a new picture, and serving cached ones. */
export const images: Measurement = async (options) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const [member] = await createMembers(site, newIds(1));
  const upload = await createUploader(site.url, member?.token ?? '');
  const cpuMs: number[] = [];
  let photo = '';
  for (let round = 0; round < options.rounds; round += 1) {
    photo = (await upload(await photoOf(2400, 1600))).url;
    const before = cpuMsOfTree(site.pid);
    await Promise.all(widths.map((width) => fetchBytes(`${photo}?w=${width}&auto=format`)));
    cpuMs.push((cpuMsOfTree(site.pid) - before) / widths.length);
  }
  const generated = {
    label: 'generating the 8 AVIF variants of a new picture',
    figures: [`CPU ${spread(cpuMs, 0)} ms per variant`],
  };

  const url = (width: number) => `${photo}?w=${width}&auto=format`;
  const etag = (await fetch(url(162), { headers: acceptsAvif })).headers.get('etag') ?? '';
  const cached = {
    'a small cached AVIF': { url: url(162), headers: acceptsAvif },
    'a large cached AVIF': { url: url(972), headers: acceptsAvif },
    'a cached picture, not modified': {
      url: url(162),
      headers: { ...acceptsAvif, 'if-none-match': etag },
      status: 304,
    },
  };
  const rows: Row[] = [generated];
  for (const [label, request] of Object.entries(cached))
    rows.push(await compareWithNodeHttp(label, site, request, options));
  return rows;
};
