import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from '#platform/errors.ts';
import { listen } from '#platform/http/listen.ts';
import { serveWorkerMetrics } from '#platform/http/metrics.ts';
import type { Log } from '#platform/observability/log.ts';
import { seconds } from '#platform/time.ts';
import type { Config } from './config/config.ts';

/** Delay before an ended worker is replaced, and before a failed start (database down) is repeated. */
const RESTART_MS = seconds(1);

/** A message from a worker to the process that started it. */
type Message = { isReady: true } | { print: string };

/** Prints a line on the terminal. A line that several workers print is printed only once. */
export function printOnce(line: string): void {
  if (cluster.isWorker) tell({ print: line });
  else console.log(line);
}

/** If this process is a worker, notifies the supervisor that the worker serves requests. */
export function reportReady(): void {
  if (cluster.isWorker) tell({ isReady: true });
}

const tell = (message: Message): void => void process.send?.(message);

/**
 * Runs the site in `config.workers` processes on one port, with SO_REUSEPORT if the system has it. Replaces a
 * worker that ends. Passes SIGTERM and SIGINT on, and exits when all workers have ended.
 * @param program the file that each worker runs
 * @throws SetupError when the port is in use, or a worker does not start
 */
export async function superviseWorkers(
  program: string,
  { workers, host, port, metricsPort }: Config,
  log: Log,
): Promise<void> {
  // Workers share the port, so they cannot notice another program that uses it.
  await (await listen({ host, port })).close();
  const metrics =
    metricsPort === undefined
      ? undefined
      : await listen({ host, port: metricsPort, portVariable: 'METRICS_PORT' });
  metrics?.serve(serveWorkerMetrics());
  cluster.setupPrimary({ exec: program });
  const printed = new Set<string>();
  let isStopping = false;
  let hasFailed = false;

  /** Resolves when the worker serves requests. */
  function startWorker(): Promise<void> {
    const worker = cluster.fork();
    const ready = Promise.withResolvers<void>();
    let isReady = false;
    worker.on('message', (message: Message) => {
      if ('isReady' in message) {
        isReady = true;
        ready.resolve();
      } else if ('print' in message && !printed.has(message.print)) {
        printed.add(message.print);
        console.log(message.print);
      }
    });
    worker.once('exit', (code, signal) => {
      if (isStopping) {
        // Ignore the exit code of a worker that was still starting, because such a worker does not handle the
        // signal yet.
        hasFailed ||= isReady && code !== 0;
        if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(hasFailed ? 1 : 0);
      } else if (isReady) {
        log.error({ pid: worker.process.pid, code, signal }, 'worker ended; starting another');
        void replaceWorker();
      } else {
        ready.reject(new SetupError('A worker process did not start.'));
      }
    });
    return ready.promise;
  }

  async function replaceWorker(): Promise<void> {
    for (let isRunning = false; !isRunning && !isStopping; ) {
      await pause(RESTART_MS);
      isRunning = await startWorker().then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, 'worker did not start; trying again');
          return false;
        },
      );
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isStopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    });
  // The first worker migrates the database, so start it alone.
  await startWorker();
  await Promise.all(Array.from({ length: workers - 1 }, startWorker));
}
