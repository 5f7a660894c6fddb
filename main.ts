import { fileURLToPath } from 'node:url';
import { SetupError } from '#platform/errors.ts';
import { type Listening, listen } from '#platform/http/listen.ts';
import { type RunningJobs, startJobs } from '#platform/jobs.ts';
import { createLog } from '#platform/logs.ts';
import { systemClock } from '#platform/time.ts';
import { type Config, readConfig } from './config.ts';
import { type House, openHouse } from './house.ts';

const siteFolder = fileURLToPath(new URL('./build/client', import.meta.url));

try {
  await start();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog('warn');
  const { host, metricsPort } = config;
  const server = await listen(config);
  const metrics = metricsPort === undefined ? undefined : await listen({ host, port: metricsPort });
  const house = await openHouse({
    config,
    clock: systemClock,
    log,
    siteFolder,
    listensAt: server.address,
  });
  if (await house.fillSamples()) console.log('Filled in sample opinions and photos.');
  server.serve(house.app, house.hot);
  metrics?.serve(house.metrics);
  const jobs = startJobs(house.jobs, (error, job) => log.error({ err: error, job }, 'job failed'));
  console.log(welcome(config, house));

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    console.log(`${signal}: finishing what is under way ...`);
    close(house, [server, ...(metrics ? [metrics] : [])], jobs).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function welcome({ publicUrl, dataDir, databaseUrl, s3, stripe }: Config, { standIns }: House): string {
  const testing = stripe?.secretKey.includes('_test_')
    ? ['  Stripe: keys for tests, no real money moves']
    : [];
  return [
    `Blood Buddies is ready: ${publicUrl}`,
    `  stand-ins in use: ${standIns.join(', ') || 'none'}`,
    ...testing,
    ...(s3 ? [`  pictures: bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`] : []),
    `  data: ${databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}, files in ${dataDir}` : dataDir}`,
  ].join('\n');
}

async function close(house: House, servers: Listening[], jobs: RunningJobs): Promise<void> {
  // No new round of a job may begin: one of them calls our own address.
  const stopped = jobs.stop();
  await Promise.all(servers.map((server) => server.close()));
  await stopped;
  await house.close();
}
