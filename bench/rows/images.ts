import { availableParallelism } from 'node:os';
import { type Site, startSite } from '../../e2e/support/site.ts';
import { picture } from '../../providers/images/testing/pictures.ts';
import { sendToChild } from '../child.ts';
import { compareReadsDuring } from '../load/compare-reads.ts';
import {
  compareSides,
  type Measurement,
  type Options,
  type Row,
  type Sample,
  type Side,
} from '../measure.ts';
import { createMembers, newIds } from '../members.ts';
import type { PeerJob } from '../peers/alone.ts';
import { compareWithNodeHttp } from '../peers/compare-with-node-http.ts';
import { acceptsAvif, createUploader, fetchBytes, type Upload } from '../pictures.ts';
import { cpuMsOfTree, residentOfTree } from '../system.ts';

const widths = [162, 324, 486, 640, 810, 972, 1280, 1600] as const;
const UPLOADS = 100;

/** Pictures: generation of variants, its effect on readers, memory use, and cached variants. */
export const images: Measurement = async (options) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
  try {
    const [member] = await createMembers(site, newIds(1));
    const upload = await createUploader(site.url, member?.token ?? '');
    // Before the site is pinned to one core: variants are generated on all cores.
    const generation = await compareSides(...sizeSides(site, upload), options);
    const readsDuring = await compareReadsDuring(
      'new variants are generated',
      site,
      options,
      async (seconds) => {
        // More than all cores can generate in that time.
        await Promise.all(sizesOf(await uploadNew(upload, 4 * seconds)).map(fetchBytes));
      },
    );
    const memory = await memoryOfUploads(site, upload);
    return [generation, readsDuring, memory, ...(await measureCached(site, upload, options))];
  } finally {
    await site.stop();
  }
};

async function measureCached(site: Site, upload: Upload, options: Options): Promise<Row[]> {
  const [photo = ''] = await uploadNew(upload, 1);
  const url = (width: number) => `${photo}?w=${width}&auto=format`;
  const etag = (await fetch(url(162), { headers: acceptsAvif })).headers.get('etag') ?? '';
  const compared = {
    'a small cached AVIF': { url: url(162), headers: acceptsAvif },
    'a large cached AVIF': { url: url(972), headers: acceptsAvif },
    'a cached JPEG': { url: url(324), headers: {} },
    'a cached picture, not modified': {
      url: url(162),
      headers: { ...acceptsAvif, 'if-none-match': etag },
      status: 304,
    },
  };
  const rows: Row[] = [];
  for (const [label, each] of Object.entries(compared)) {
    await (await fetch(each.url, { headers: each.headers })).arrayBuffer();
    rows.push(await compareWithNodeHttp(label, site, each, options));
  }
  return rows;
}

/** Generating variants by the site, with storage, database and HTTP, and by the library alone. */
function sizeSides(site: Site, upload: Upload): [Side, Side] {
  let originals: Uint8Array[] = [];
  const ours: Side = {
    name: '24 AVIF variants of 3 new pictures, one request each',
    async measure() {
      const urls = await uploadNew(upload, 3);
      originals = await Promise.all(urls.map(fetchBytes));
      const sizes = sizesOf(urls);
      const [startedAt, before] = [performance.now(), cpuMsOfTree(site.pid)];
      await Promise.all(sizes.map(fetchBytes));
      const cpuMs = cpuMsOfTree(site.pid) - before;
      return { requests: sizes.length, seconds: (performance.now() - startedAt) / 1000, cpuMs };
    },
  };
  const peer: Side = {
    name: 'the picture library alone, same concurrency',
    async measure() {
      const concurrency = Math.min(availableParallelism(), 3);
      const message: PeerJob = { peer: 'encodings', originals, widths, concurrency };
      return (await sendToChild<Sample>('./peers/alone.ts', message)).reply;
    },
  };
  return [ours, peer];
}

async function memoryOfUploads(site: Site, upload: Upload): Promise<Row> {
  const photo = await picture('jpeg', 4000, 3000);
  const resident = () => residentOfTree(site.pid).reduce((all, each) => all + each, 0);
  const before = resident();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 50);
  const uploads = await Promise.all(Array.from({ length: UPLOADS }, () => upload(photo)));
  clearInterval(timer);
  const accepted = uploads.filter(({ status }) => status === 200).length;
  const size = (photo.byteLength / 1e6).toFixed(1);
  return {
    label: `resident memory of the site while ${UPLOADS} pictures of ${size} MB (12 megapixels) are uploaded at once`,
    against: 'before',
    figures: [`${peak.toFixed(0)} MB : ${before.toFixed(0)} MB`, `${accepted} of ${UPLOADS} accepted`],
  };
}

const sizesOf = (urls: string[]): string[] =>
  urls.flatMap((url) => widths.map((width) => `${url}?w=${width}&auto=format`));

async function uploadNew(upload: Upload, count: number): Promise<string[]> {
  const urls: string[] = [];
  for (let n = 0; n < count; n += 1) urls.push((await upload(await picture('jpeg', 2400, 1600))).url);
  return urls;
}
