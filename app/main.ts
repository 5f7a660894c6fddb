import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { repairSteps } from '#platform/database/integrity.ts';
import { isCorruption } from '#platform/database/unavailable.ts';
import { SetupError } from '#platform/errors.ts';
import { restrictNewFiles } from '#platform/files/data-folder.ts';
import { type Listening, listen } from '#platform/http/listen.ts';
import { type RunningJobs, startJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/observability/log.ts';
import { seconds, systemClock } from '#platform/time.ts';
import { type Config, readConfig } from './config/config.ts';
import { type App, createApp } from './create-app.ts';

/** With the 20 s that requests under way have: within 30 s. */
const LEAVING_MS = seconds(5);

const siteFolder = fileURLToPath(new URL('../build/client', import.meta.url));

// Where these go to may be full or gone, which is no reason to end.
for (const said of [process.stdout, process.stderr]) said.on('error', () => {});

restrictNewFiles();

try {
  await start();
} catch (error) {
  if (isCorruption(error)) console.error(`The database file is damaged. ${repairSteps}`);
  else if (!(error instanceof SetupError)) throw error;
  else console.error(error.message);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const { host, metricsPort } = config;
  const server = await listen(config);
  const metrics = metricsPort === undefined ? undefined : await listen({ host, port: metricsPort });
  const app = await createApp({
    config,
    clock: systemClock,
    log,
    siteFolder,
    listensAt: server.address,
  });
  if (await app.fillSamples()) console.log('Filled in sample opinions and photos.');
  server.serve(app.router, app.fastPath);
  metrics?.serve(app.metrics);
  const jobs = startJobs(app.jobs, (error, job) => log.error({ err: error, job }, 'job failed'));

  const hurry = new AbortController();
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return hurry.abort();
    stopping = true;
    console.log(`${signal}: finishing what is under way ...`);
    // On one database there may be other servers, and somebody in front who has yet to notice.
    const leavingMs = config.databaseUrl && signal === 'SIGTERM' ? LEAVING_MS : 0;
    const left = pause(leavingMs, undefined, { signal: hurry.signal }).catch(() => {});
    close(app, [server, ...(metrics ? [metrics] : [])], jobs, left).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  console.log(welcome(config, app));
  const damage = app.damage();
  if (damage) console.error(`The database file is damaged (${damage}). ${repairSteps}`);
}

function welcome(
  { publicUrl, dataDir, databaseUrl, s3, stripe }: Config,
  { builtInProviders, refundsHeld }: App,
): string {
  const testing = stripe?.secretKey.includes('_test_')
    ? ['  Stripe: keys for tests, no real money moves']
    : [];
  return [
    `Blood Buddies is ready: ${publicUrl}`,
    `  stand-ins in use: ${builtInProviders.join(', ') || 'none'}`,
    ...testing,
    ...(refundsHeld ? [`  refunds are held (${refundsHeld}): npm run cli -- payments`] : []),
    ...(s3 ? [`  pictures: bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`] : []),
    `  data: ${databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}, files in ${dataDir}` : dataDir}`,
  ].join('\n');
}

async function close(app: App, servers: Listening[], jobs: RunningJobs, left: Promise<void>): Promise<void> {
  // No new round of a job may begin: one of them calls our own address.
  const stopped = jobs.stop();
  for (const server of servers) server.leave();
  await left;
  await Promise.all(servers.map((server) => server.close()));
  await stopped;
  await app.close();
}
