import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../platform/testing/ports.ts';
import { startPostgres } from '../../platform/testing/postgres-server.ts';
import { startS3Server } from '../../providers/images/testing/s3-server.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { serverFile } from '../../scripts/set-up/server.mjs';
import { type Replica, startReplica } from '../../tests/cluster/replica.ts';
import { startRedis } from './engines.ts';
import { startMails } from './mails.ts';
import { complaints, startNginx } from './nginx.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** All that a large site runs on, on loopback: PostgreSQL with a standby, Redis, S3, a mail server, three replicas, nginx. */
export async function startCluster() {
  const running = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-cluster-'));
    running.defer(() => rmSync(folder, { recursive: true }));
    const builds = { first: copyBuild('first'), next: copyBuild('next') };
    for (const build of Object.values(builds))
      running.defer(() => rmSync(dirname(build), { recursive: true }));
    const postgres = await startPostgres({ durable: true });
    running.defer(postgres.stop);
    const standby = await postgres.startStandby();
    running.defer(standby.stop);
    const redisPort = await freePort();
    const redis = await startRedis(redisPort);
    running.defer(redis.stop);
    const { settings: s3 } = running.use(await startS3Server());
    const mails = await startMails();
    running.defer(mails.stop);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const environment = {
      PUBLIC_URL: origin,
      DATABASE_URL: postgres.url,
      DATABASE_READ_URL: standby.url,
      SECRET_KEY: 'one key for all replicas',
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      SMTP_URL: mails.url,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      TRUST_PROXY: '127.0.0.1',
    };
    const replicas: Replica[] = [];
    for (const name of ['one', 'two', 'three']) {
      const replica = await startReplica({ ...environment, DATA_DIR: join(folder, name) }, builds.first);
      replicas.push(replica);
      running.defer(async () => void (await replica.stop()));
    }
    const origins = replicas.map((replica) => replica.origin);
    const nginx = await startNginx(join(folder, 'nginx'), port, origins);
    running.defer(nginx.stop);
    return {
      origin,
      origins,
      replicas,
      builds,
      postgres,
      redis,
      mails,
      /** The last that nginx and the replicas say of what went wrong. */
      complaints: () => [
        ...complaints(join(folder, 'nginx')).slice(-10),
        ...replicas.flatMap(({ output }) => output().split('\n').filter(isError).slice(-10)),
      ],
      stop: () => running.disposeAsync(),
    };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

/** By pino's levels. */
const isError = (line: string): boolean => /"level":(50|60|"error"|"fatal")/.test(line);

/** A build of its own, as deep below the root as the first: it finds packages and pages from there. */
function copyBuild(name: string): string {
  const folder = inRoot('build', `cluster-${name}`);
  cpSync(dirname(serverFile), folder, { recursive: true });
  return join(folder, 'main.js');
}
