import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { compareSides, type Measurement, type Options } from '../measure.ts';
import { type MeasuredSite, pinToServerCore, startMeasuredSite } from '../system.ts';
import { loadSide, requestBytes, type Server } from '../wrk.ts';

const headers = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 (Linux; Android 13; Mobile)',
};

const paths = ['/', '/api/reviews', '/api/photo?limit=20', '/api/centers'];

/** Measures public responses with all headers, compressed, against plain node:http sending the same bytes. */
export const reads: Measurement = async (options) => {
  await using site = await startMeasuredSite();
  return await Array.fromAsync(paths, (path) => compareWithNodeHttp(site, path, options));
};

async function compareWithNodeHttp(site: MeasuredSite, path: string, options: Options) {
  // Read the body as transferred, without decompressing it.
  const [response] = (await once(get(site.url + path, { headers }), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} responded ${response.statusCode}.`);
  const { date, connection, 'keep-alive': _, ...rest } = response.headers;
  const body = await buffer(response);
  const child = fork(inRoot('bench', 'peers', 'node-http.ts'), { serialization: 'advanced' });
  child.send({ headers: rest, body });
  const [port] = await once(child, 'message');
  const peer = { url: `http://127.0.0.1:${port}`, pid: child.pid as number };
  pinToServerCore(peer.pid);
  const side = (name: string, server: Server) =>
    loadSide(name, server, () => ({
      requests: [requestBytes(server.url + path, { headers })],
      connections: 32,
    }));
  const ours = side(`GET ${path}, ${(body.byteLength / 1000).toFixed(1)} KB`, site);
  return await compareSides(ours, side('node:http, same bytes', peer), options, 1.4).finally(() =>
    child.disconnect(),
  );
}
