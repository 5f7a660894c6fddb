import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sendToChild } from '../child.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import { compareSides, type Options, type Row } from '../measure.ts';
import { pinToCore, SERVER_CORE } from '../system.ts';
import type { FixedResponse } from './node-http.ts';

export type ComparedRequest = { url: string; headers: Record<string, string>; status?: number };

/** Compares the site's response with plain node:http sending the same bytes and headers, both on the first core. */
export async function compareWithNodeHttp(
  label: string,
  site: { url: string; pid: number },
  { url, headers, status = 200 }: ComparedRequest,
  options: Options,
): Promise<Row> {
  pinToCore(site.pid, SERVER_CORE);
  const fixedResponse = await responseOf(url, headers);
  if (fixedResponse.status !== status) throw new Error(`${url} responded ${fixedResponse.status}.`);
  const { reply: port, child } = await sendToChild<number>('./peers/node-http.ts', fixedResponse);
  const side = (name: string, server: number, address: string) =>
    loadSide(name, (seconds) => ({
      url: new URL(address).origin,
      server,
      requests: [requestBytes(address, { headers })],
      connections: 32,
      seconds,
      statuses: [status],
    }));
  const size = `${(fixedResponse.body.byteLength / 1000).toFixed(1)} KB`;
  try {
    return await compareSides(
      side(`${label}, ${size}`, site.pid, url),
      side('node:http, same bytes', child.pid as number, `http://127.0.0.1:${port}/`),
      options,
    );
  } finally {
    child.disconnect();
  }
}

/** Fetches the response as transferred, without decompressing it. */
async function responseOf(url: string, headers: Record<string, string>): Promise<FixedResponse> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const { date, connection, 'keep-alive': _, ...rest } = response.headers as Record<string, string>;
  return { status: response.statusCode ?? 0, headers: rest, body: await buffer(response) };
}
