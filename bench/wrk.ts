// The load generator wrk, from a Debian package: npm has no generator that needs less CPU than the measured server.
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from '../scripts/set-up/paths.mjs';
import type { Sample, Side } from './measure.ts';
import { cpuMsOfTree, GENERATOR_CORE } from './system.ts';

export type Load = {
  /** As `requestBytes` encodes them, sent in a loop or each once. */
  requests: string[];
  once?: boolean;
  connections: number;
  seconds: number;
  /** Requests per second of all connections; without it no connection pauses. */
  perSecond?: number;
  /** Expected statuses, by default 200 only. Any other ends the measurement with an error. */
  statuses?: number[];
};

/** Origin of the measured server, and id of the process whose CPU time counts, with its descendants. */
export type Server = { url: string; pid: number };
export type LoadResult = Sample & { p99: number; statuses: Record<string, number> };

export async function runLoad({ url, pid }: Server, load: Load): Promise<LoadResult> {
  const { requests, once, connections, seconds, perSecond = 0, statuses: expected = [200] } = load;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-load-'));
  const file = join(folder.path, 'requests');
  writeFileSync(file, requests.join('\0'), 'latin1');
  const pause = perSecond && (connections / perSecond) * 1000;
  const wrk = ['wrk', '--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`];
  const script = ['--timeout', '20s', '--script', inRoot('bench', 'wrk.lua')];
  const args = ['--cpu-list', `${GENERATOR_CORE}`, ...wrk, ...script, url, '--', file];
  const before = cpuMsOfTree(pid);
  const ended = promisify(execFile)('taskset', [...args, once ? 'once' : 'loop', `${pause}`]);
  const { stdout, stderr } = await ended.catch((cause) => {
    throw new Error(`wrk failed. Is it installed (apt-get install wrk)? ${cause.stderr}`, { cause });
  });
  const cpuMs = cpuMsOfTree(pid) - before;
  const { p99, ms, broken, statuses } = JSON.parse(stdout.trim().split('\n').at(-1) as string);
  if (broken > 0 || Object.keys(statuses).some((status) => !expected.includes(Number(status))))
    throw new Error(`${broken} broken, ${JSON.stringify(statuses)}: ${stderr}`);
  const counts = Object.values<number>(statuses);
  return {
    requests: counts.reduce((sum, count) => sum + count, 0),
    seconds: ms / 1000,
    cpuMs,
    p99,
    statuses,
  };
}

/** A server under this load as one side of a comparison. */
export const loadSide = (
  name: string,
  server: Server,
  load: (seconds: number) => Omit<Load, 'seconds'> | Promise<Omit<Load, 'seconds'>>,
): Side => ({
  name,
  measure: async (seconds) => runLoad(server, { seconds, ...(await load(seconds)) }),
});

type Request = { url: string; method?: string; headers?: Record<string, string>; body?: string };

/** A POST with a JSON body, for `requestBytes` and `fetch`. */
export const postOf = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Encodes a request. */
export function requestBytes({ url, method = 'GET', headers, body = '' }: Request): string {
  const { host, pathname, search } = new URL(url);
  const all = { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  return Buffer.from(text).toString('latin1');
}
