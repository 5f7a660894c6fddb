// The load generator, a separate process. It reads the CPU time of the measured server between the first request and
// the last response, and reports its own, so that a generator that is the bottleneck can be noticed.
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMsOfMachine, cpuMsOfTree, GENERATOR_CORE, pinToCore } from '../system.ts';
import { type Connection, createClientConnection, type Response } from './connection.ts';
import type { Load, LoadResult, Responses } from './run.ts';

process.once('message', async (load: Load) => {
  if (load.allCores) setPriority(constants.priority.PRIORITY_LOW);
  else pinToCore(process.pid, GENERATOR_CORE);
  process.send?.(await generate(load));
  process.disconnect?.();
});

async function generate(load: Load): Promise<LoadResult> {
  const { url, connections, seconds, perSecond, server } = load;
  const times: Record<number, number[]> = {};
  const finished = Promise.withResolvers<void>();
  const exhausted = Promise.withResolvers<void>();
  const idle: Connection[] = [];
  const next = requestsOf(load);
  let waiting = 0;
  let isStopped = false;

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
  function handleResponse(connection: Connection, response: Response): void {
    assertExpected(load, response);
    times[response.status] ??= [];
    times[response.status]?.push(response.ms);
    waiting -= 1;
    if (!isStopped && !perSecond) send(connection);
    else idle.push(connection);
    if (isStopped && waiting === 0) finished.resolve();
  }
  while (idle.length < connections) {
    const connection: Connection = createClientConnection(new URL(url), (response) =>
      handleResponse(connection, response),
    );
    idle.push(connection);
  }

  const cpuMs = () => [cpuMsOfTree(server), cpuMsOfTree(process.pid), cpuMsOfMachine()];
  const before = cpuMs();
  const startedAt = performance.now();
  if (perSecond) await sendAtRate();
  else {
    for (const connection of idle.splice(0)) send(connection);
    await Promise.race([pause(seconds * 1000), exhausted.promise]);
  }
  isStopped = true;
  if (waiting > 0) await finished.promise;
  const ms = performance.now() - startedAt;
  const [serverMs = 0, ownMs = 0, allMs = 0] = cpuMs().map((after, n) => after - (before[n] as number));
  for (const connection of idle) connection.close();
  const statuses = Object.entries(times).map(([status, all]) => [Number(status), summaryOf(all)] as const);
  return {
    requests: statuses.reduce((all, [, { count }]) => all + count, 0),
    seconds: ms / 1000,
    cpuMs: serverMs,
    busy: {
      server: serverMs / ms,
      generator: ownMs / ms,
      others: Math.max(0, allMs - serverMs - ownMs) / ms,
    },
    statuses: Object.fromEntries(statuses),
  };

  /** Sends a constant number of requests per second, however late the responses are, while a connection is idle. */
  async function sendAtRate(): Promise<void> {
    let due = 0;
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - startedAt) {
      for (; due < (passed * (perSecond ?? 0)) / 1000; due += 1) {
        // The connection that has been idle longest, before the server closes it.
        const connection = idle.shift();
        if (connection) send(connection);
      }
      await pause(1);
    }
  }
}

/** Returns the requests in a loop, or each of them once: then the load ends with the last one. */
function requestsOf({ requests, once }: Load): () => string | undefined {
  let sent = 0;
  return () => requests[once ? sent++ : sent++ % requests.length];
}

function assertExpected({ statuses = [200], matches }: Load, { status, text }: Response): void {
  const isExpected = statuses.includes(status) && (status !== statuses[0] || (matches?.test(text) ?? true));
  if (!isExpected) throw new Error(`A response is not as expected: ${text.slice(0, 1000)}`);
}

const MAX_LATENCY_MS = 1000;

function summaryOf(times: number[]): Responses {
  const sorted = Float64Array.from(times).sort();
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return {
    count: times.length,
    inTime: times.filter((ms) => ms <= MAX_LATENCY_MS).length,
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}
