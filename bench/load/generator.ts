// The load generator, a separate process. It reads the CPU time of the measured server between the first request and
// the last response, and reports its own, so that a generator that is the bottleneck can be noticed.
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../measure.ts';
import { cpuMsOfMachine, cpuMsOfTree, GENERATOR_CORE, pinToCore } from '../system.ts';
import { createConnection, type Response, type Send } from './connection.ts';
import type { Load, LoadResult, Responses, Server } from './run.ts';

process.once('message', async (load: Load & Server) => {
  if (load.allCores) setPriority(constants.priority.PRIORITY_LOW);
  else pinToCore(process.pid, GENERATOR_CORE);
  // Ends open connections, too.
  process.send?.(await generate(load), () => process.exit());
});

async function generate(load: Load & Server): Promise<LoadResult> {
  const { url, pid, requests, once, seconds, perSecond, statuses = [200], matches } = load;
  const [accepted, rejected]: [number[], number[]] = [[], []];
  const connections = Array.from({ length: load.connections }, () => createConnection(new URL(url)));
  let sent = 0;

  const next = (): string | undefined => requests[once ? sent++ : sent++ % requests.length];
  function record({ status, text, ms }: Response): void {
    const isAccepted = status === statuses[0];
    const isExpected = isAccepted ? (matches?.test(text) ?? true) : statuses.includes(status);
    if (!isExpected) throw new Error(`A response is not as expected: ${text.slice(0, 1000)}`);
    (isAccepted ? accepted : rejected).push(ms);
  }

  /** Sends without a pause. */
  async function sendInTurn(send: Send): Promise<void> {
    const until = startedAt + seconds * 1000;
    for (let request = next(); request && performance.now() < until; request = next())
      record(await send(request));
  }

  /** Sends a constant number of requests per second, however late the responses are, while a connection is idle. */
  async function sendAtRate(rate: number): Promise<void> {
    const idle = [...connections];
    const sending: Promise<unknown>[] = [];
    let due = 0;
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - startedAt) {
      for (; due < (passed * rate) / 1000; due += 1) {
        // The connection that has been idle longest, before the server closes it.
        const send = idle.shift();
        const request = send && next();
        if (!request) continue;
        const recorded = send(request).then(record);
        sending.push(recorded.then(() => idle.push(send)));
      }
      await pause(1);
    }
    await Promise.all(sending);
  }

  const cpuMs = () => [cpuMsOfTree(pid), cpuMsOfTree(process.pid), cpuMsOfMachine()];
  const before = cpuMs();
  const startedAt = performance.now();
  await (perSecond ? sendAtRate(perSecond) : Promise.all(connections.map(sendInTurn)));
  const ms = performance.now() - startedAt;
  const [serverMs = 0, ownMs = 0, allMs = 0] = cpuMs().map((after, n) => after - (before[n] as number));
  return {
    ...summaryOf(accepted),
    rejected: summaryOf(rejected),
    requests: accepted.length + rejected.length,
    seconds: ms / 1000,
    cpuMs: serverMs,
    busy: {
      server: serverMs / ms,
      generator: ownMs / ms,
      others: Math.max(0, allMs - serverMs - ownMs) / ms,
    },
  };
}

const MAX_LATENCY_MS = 1000;

const summaryOf = (times: number[]): Responses => ({
  count: times.length,
  inTime: times.filter((ms) => ms <= MAX_LATENCY_MS).length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
});
