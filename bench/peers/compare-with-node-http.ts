import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sendToChild } from '../child.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide, type Server } from '../load/run.ts';
import { compareSides, type Options, type Row } from '../measure.ts';
import { pinToCore, SERVER_CORE } from '../system.ts';
import type { FixedResponse } from './node-http.ts';

type ComparedRequest = { url: string; headers: Record<string, string>; status?: number };

/** Compares the site's response with plain node:http sending the same bytes and headers, both on the first core. */
export async function compareWithNodeHttp(
  label: string,
  { pid }: { pid: number },
  { url, headers, status = 200 }: ComparedRequest,
  options: Options,
): Promise<Row> {
  pinToCore(pid, SERVER_CORE);
  // As transferred, without decompressing it.
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  if (response.statusCode !== status) throw new Error(`${url} responded ${response.statusCode}.`);
  const { date, connection, 'keep-alive': _, ...rest } = response.headers as Record<string, string>;
  const fixed: FixedResponse = { status, headers: rest, body: await buffer(response) };
  const { reply: port, child } = await sendToChild<number>('./peers/node-http.ts', fixed);
  const side = (name: string, server: Server) =>
    loadSide(name, server, () => ({
      requests: [requestBytes({ url: server.url, headers })],
      connections: 32,
      statuses: [status],
    }));
  const peer = { url: `http://127.0.0.1:${port}/`, pid: child.pid as number };
  const ours = side(`${label}, ${(fixed.body.byteLength / 1000).toFixed(1)} KB`, { url, pid });
  try {
    return await compareSides(ours, side('node:http, same bytes', peer), options);
  } finally {
    child.disconnect();
  }
}
