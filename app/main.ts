import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { repairSteps, toSetupError } from '#platform/disk-errors.ts';
import { SetupError } from '#platform/errors.ts';
import { restrictNewFiles } from '#platform/files/data-folder.ts';
import { type Listening, listen } from '#platform/http/listen.ts';
import type { Job } from '#platform/job.ts';
import { type RunningJobs, startJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/observability/log.ts';
import { seconds, systemClock } from '#platform/time.ts';
import { type Config, readConfig } from './config/config.ts';
import { type App, createApp } from './create-app.ts';
import { loadPages } from './pages.ts';
import { printOnce, reportReady, superviseWorkers } from './workers.ts';

/** Time that load balancers get to notice the shutdown. */
const DRAIN_MS = seconds(5);

const buildFolder = new URL('../build/', import.meta.url);

// Ignore write errors on stdout and stderr (full disk, closed pipe).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

restrictNewFiles();

try {
  await start();
} catch (error) {
  const known = toSetupError(error);
  if (!(known instanceof SetupError)) throw error;
  console.error(known.message);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  if (config.workers > 1 && cluster.isPrimary)
    return superviseWorkers(fileURLToPath(new URL('./main.ts', import.meta.url)), config, log);
  const { host, metricsPort } = config;
  const server = await listen(config);
  // The supervisor serves the metrics of all workers.
  const metrics =
    metricsPort === undefined || cluster.isWorker
      ? undefined
      : await listen({ host, port: metricsPort, portVariable: 'METRICS_PORT' });
  const app = await createApp({
    config,
    clock: systemClock,
    log,
    builtPages: await loadPages(buildFolder),
    listenUrl: server.address,
  });
  if (await app.fillSamples()) printOnce('Added sample reviews and photos.');
  server.serve(app.router, app.fastPath);
  metrics?.serve(app.metrics);
  const jobs = startJobs([...app.jobs, createOwnerLinkJob(app)], (error, job) =>
    log.error({ err: error, job }, 'job failed'),
  );

  const secondSignal = new AbortController();
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return secondSignal.abort();
    isStopping = true;
    printOnce(`${signal}: finishing requests in progress ...`);
    // Other replicas may share the database, so let their load balancer notice the shutdown first.
    const drainMs = config.databaseUrl && signal === 'SIGTERM' ? DRAIN_MS : 0;
    const drained = pause(drainMs, undefined, { signal: secondSignal.signal }).catch(() => {});
    close(app, [server, ...(metrics ? [metrics] : [])], jobs, drained).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  printOnce(welcome(config, app));
  reportReady();
  const damage = app.damage();
  if (damage) console.error(`The database file is damaged (${damage}). ${repairSteps}`);
}

function welcome(
  { publicUrl, dataDir, databaseUrl, s3, stripe, warnings, workers }: Config,
  { builtInProviders, refundPause }: App,
): string {
  const testing = stripe?.secretKey.includes('_test_') ? ['  Stripe: test keys, no real money moves'] : [];
  return [
    `Blood Buddies is ready: ${publicUrl}`,
    `  built-in providers: ${builtInProviders.join(', ') || 'none'}`,
    ...testing,
    ...(workers > 1 ? [`  worker processes: ${workers}`] : []),
    ...(refundPause ? [`  refunds are paused (${refundPause}): npm run cli -- payments`] : []),
    ...(s3 ? [`  pictures: bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`] : []),
    ...warnings.map((warning) => `  warning: ${warning}`),
    `  data: ${databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}, files in ${dataDir}` : dataDir}`,
  ].join('\n');
}

/**
 * Prints each new owner link, including one created because the last owner deleted the account. Prints it
 * only on the terminal, because the site's own log is often collected elsewhere.
 */
function createOwnerLinkJob(app: App): Job {
  let printed: string | undefined;
  return {
    name: 'print-owner-link',
    everyMs: seconds(3),
    async run() {
      const link = app.damage() ? undefined : await app.ownerLink();
      if (link && link !== printed) printOnce(`  to become the owner, open within 24 hours: ${link}`);
      printed = link;
    },
  };
}

async function close(
  app: App,
  servers: Listening[],
  jobs: RunningJobs,
  drained: Promise<void>,
): Promise<void> {
  // Stop the jobs first, because one of them calls our own address.
  const stopped = jobs.stop();
  for (const server of servers) server.startDraining();
  await drained;
  await Promise.all(servers.map((server) => server.close()));
  await stopped;
  await app.close();
}
