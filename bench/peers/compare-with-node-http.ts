import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sendToChild } from '../child.ts';
import { requestBytes } from '../load/connection.ts';
import { GENERATOR_CORE, type Load, loadSide, SERVER_CORE } from '../load/run.ts';
import { compareSides, type Options, type Row } from '../measure.ts';
import { pinToCore } from '../system.ts';
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
  const load = (origin: string, server: number, request: string) => (seconds: number) =>
    ({
      url: origin,
      server,
      requests: [request],
      connections: 32,
      seconds,
      statuses: [status],
      core: GENERATOR_CORE,
    }) satisfies Load;
  const raw = `http://127.0.0.1:${port}`;
  const size =
    fixedResponse.body.byteLength > 0 ? `, ${(fixedResponse.body.byteLength / 1000).toFixed(1)} KB` : '';
  try {
    return await compareSides(
      loadSide(`${label}${size}`, load(site.url, site.pid, requestBytes(url, { headers }))),
      loadSide('node:http, same bytes', load(raw, child.pid as number, requestBytes(`${raw}/`, { headers }))),
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
