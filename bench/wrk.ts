// The load generator wrk, from a Debian package: every generator on npm needs more CPU than the measured
// server.
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from '../scripts/set-up/paths.mjs';
import type { Sample, Side } from './measure.ts';
import { cpuMsOfTree, GENERATOR_CORE } from './system.ts';

export type Load = {
  /** Requests as `requestBytes` encodes them, sent in a loop or once each. */
  requests: string[];
  once?: boolean;
  connections: number;
  seconds: number;
  /** Requests per second of all connections. If absent, connections do not pause. */
  perSecond?: number;
  /** Expected statuses, by default 200 only. Any other ends the measurement with an error. */
  statuses?: number[];
};

/**
 * Origin of the measured server, and the id of the process whose CPU time is measured, including its
 * descendants.
 */
export type Server = { url: string; pid: number };

export async function runLoad({ url, pid }: Server, load: Load): Promise<Sample & { p99: number }> {
  const { requests, once, connections, seconds, perSecond = 0, statuses = [200] } = load;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-load-'));
  const file = join(folder.path, 'requests');
  writeFileSync(file, requests.join('\0'), 'latin1');
  const pause = perSecond && (connections / perSecond) * 1000;
  const wrk = `--cpu-list ${GENERATOR_CORE} wrk -t 1 -c ${connections} -d ${seconds}s --timeout 20s`.split(
    ' ',
  );
  const script = ['--script', inRoot('bench', 'wrk.lua'), url, '--', file];
  const args = [...wrk, ...script, once ? 'once' : 'loop', `${pause}`, statuses.join()];
  const before = cpuMsOfTree(pid);
  const { stdout, stderr } = await promisify(execFile)('taskset', args).catch((cause) => {
    throw new Error(`wrk failed. Is it installed (apt-get install wrk)? ${cause.stderr}`, { cause });
  });
  const cpuMs = cpuMsOfTree(pid) - before;
  const { broken, ...sample } = JSON.parse(stdout.trim().split('\n').at(-1) as string);
  if (broken > 0 || stderr) throw new Error(`${broken} broken connections, unexpected response: ${stderr}`);
  return { ...sample, cpuMs };
}

type Requests = Omit<Load, 'seconds'>;

/** A server under this load as one side of a comparison. */
export const loadSide = (
  name: string,
  server: Server,
  load: (seconds: number) => Requests | Promise<Requests>,
): Side => ({
  name,
  measure: async (seconds) => runLoad(server, { seconds, ...(await load(seconds)) }),
});

/** A POST with a JSON body, for `requestBytes` and `fetch`. */
export const postOf = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Encodes a request. */
export function requestBytes(
  url: string,
  request: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const { method = 'GET', headers, body = '' } = request;
  const { host, pathname, search } = new URL(url);
  const all = { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  return Buffer.from(text).toString('latin1');
}
