import type { Measurement } from '../measure.ts';
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
  return await Array.fromAsync(paths, async (path) => {
    const request = { url: `${site.url}${path}`, headers: browserHeaders };
    const row = await compareWithNodeHttp(`GET ${path}`, site, request, options);
    return { ...row, target: 'at least 0.85' };
  });
};
