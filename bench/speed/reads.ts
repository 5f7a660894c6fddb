import { startSite } from '../../e2e/support/site.ts';
import { measureCached } from '../images/cached.ts';
import type { Part, Row } from './row.ts';

const asked = ['/api/reviews', '/api/photo', '/', '/about'];
const headers = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 (Linux; Android 13; Mobile)',
};

/** Public answers with all their headers, compressed, against node:http that sends the same bytes and headers. */
export const reads: Part = async (options) => {
  const site = await startSite();
  try {
    const rows: Row[] = [];
    for (const path of asked) {
      const { bytes, ratios } = await measureCached(
        { url: `${site.url}${path}`, headers, status: 200 },
        site,
        options,
      );
      rows.push({
        work: `GET ${path}, ${(bytes / 1000).toFixed(1)} KB as sent`,
        against: 'node:http, same bytes and headers',
        target: 'at least 0.85 of its requests/s',
        figures: ratios,
      });
    }
    return rows;
  } finally {
    await site.stop();
  }
};
