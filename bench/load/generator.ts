// The load generator, a process of its own. It reads the CPU time of the measured server from outside, at the first
// request and after the last response, and tells its own, so that a generator that is the bottleneck is seen.
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMsOfMachine, cpuMsOfTree, keepOnCore } from '../system.ts';
import { type Connection, createClientConnection, type Response } from './connection.ts';
import type { Load, Loaded, Responses } from './run.ts';

process.once('message', async (load: Load) => {
  if (load.core === undefined) setPriority(constants.priority.PRIORITY_LOW);
  else keepOnCore(process.pid, load.core);
  process.send?.(await generate(load));
  process.disconnect?.();
});

async function generate(load: Load): Promise<Loaded> {
  const { url, connections, seconds, perSecond, server } = load;
  const times: Record<number, number[]> = {};
  const finished = Promise.withResolvers<void>();
  const exhausted = Promise.withResolvers<void>();
  const idle: Connection[] = [];
  const next = requestsOf(load);
  let waiting = 0;
  let over = false;

  function send(connection: Connection): void {
    const request = next();
    if (request === undefined) {
      idle.push(connection);
      exhausted.resolve();
    } else {
      waiting += 1;
      connection.send(request);
    }
  }
  function note(connection: Connection, response: Response): void {
    assertExpected(load, response);
    times[response.status] = times[response.status] ?? [];
    times[response.status]?.push(response.ms);
    waiting -= 1;
    if (!over && !perSecond) send(connection);
    else idle.push(connection);
    if (over && waiting === 0) finished.resolve();
  }
  for (let n = 0; n < connections; n += 1) {
    const connection: Connection = createClientConnection(new URL(url), (response) =>
      note(connection, response),
    );
    idle.push(connection);
  }

  const before = { server: cpuMsOfTree(server), own: ownCpuMs(), machine: cpuMsOfMachine() };
  const began = performance.now();
  if (perSecond) await arrive();
  else {
    for (const connection of idle.splice(0)) send(connection);
    await Promise.race([pause(seconds * 1000), exhausted.promise]);
  }
  over = true;
  if (waiting > 0) await finished.promise;
  const ms = performance.now() - began;
  const [serverMs, ownMs] = [cpuMsOfTree(server) - before.server, ownCpuMs() - before.own];
  const othersMs = cpuMsOfMachine() - before.machine - serverMs - ownMs;
  for (const connection of idle) connection.close();
  const statuses = Object.entries(times).map(([status, all]) => [Number(status), summaryOf(all)] as const);
  return {
    requests: statuses.reduce((all, [, { count }]) => all + count, 0),
    seconds: ms / 1000,
    cpuMs: serverMs,
    busy: { server: serverMs / ms, generator: ownMs / ms, others: Math.max(0, othersMs / ms) },
    statuses: Object.fromEntries(statuses),
  };

  /** So many requests in each second, evenly, however late the responses are, until every connection waits for one. */
  async function arrive(): Promise<void> {
    let due = 0;
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
      for (; due < (passed * (perSecond ?? 0)) / 1000; due += 1) {
        // The one that has rested longest, before the server closes it as unused.
        const connection = idle.shift();
        if (connection) send(connection);
      }
      await pause(1);
    }
  }
}

/** Round and round, or each of them once: then the load ends when there is no other. */
function requestsOf({ requests, once }: Load): () => string | undefined {
  let sent = 0;
  return () => requests[once ? sent++ : sent++ % requests.length];
}

function assertExpected({ statuses, contains = '' }: Load, { status, text }: Response): void {
  const isExpected = statuses.includes(status) && (status !== statuses[0] || text.includes(contains));
  if (!isExpected) throw new Error(`A response is not as expected: ${text.slice(0, 1000)}`);
}

const IN_TIME_MS = 1000;

function summaryOf(times: number[]): Responses {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return {
    count: times.length,
    inTime: times.filter((ms) => ms <= IN_TIME_MS).length,
    p50: at(0.5),
    p99: at(0.99),
  };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
