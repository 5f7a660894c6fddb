import type { Measurement, Row } from '../measure.ts';
import { compareWithNodeHttp } from '../peers/compare-with-node-http.ts';
import { startMeasuredSite } from '../site.ts';

const paths = ['/api/reviews', '/api/photo', '/', '/about'];
const browserHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 (Linux; Android 13; Mobile)',
};

/** Public responses with all headers, compressed. */
export const reads: Measurement = async (options) => {
  await using site = await startMeasuredSite();
  const rows: Row[] = [];
  for (const path of paths) {
    const request = { url: `${site.url}${path}`, headers: browserHeaders };
    const row = await compareWithNodeHttp(`GET ${path}`, site, request, options);
    rows.push({ ...row, target: 'at least 0.85' });
  }
  return rows;
};
