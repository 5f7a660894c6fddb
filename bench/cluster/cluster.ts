import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../platform/testing/ports.ts';
import { startPostgres } from '../../platform/testing/postgres-server.ts';
import { startS3Server } from '../../providers/images/testing/s3-server.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { serverFile } from '../../scripts/set-up/server.mjs';
import { type Replica, startReplica } from '../../tests/cluster/replica.ts';
import { startNginx, startRedis } from './engines.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** All that a large site runs on, on loopback: PostgreSQL with a standby, Redis, S3, three replicas, nginx. */
export async function startCluster() {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-cluster-'));
  starting.defer(() => rmSync(folder, { recursive: true }));
  const builds = { first: copyBuild('first'), next: copyBuild('next') };
  for (const build of Object.values(builds))
    starting.defer(() => rmSync(dirname(build), { recursive: true }));
  const postgres = starting.adopt(await startPostgres({ durable: true }), ({ stop }) => stop());
  const standby = starting.adopt(await postgres.startStandby(), ({ stop }) => stop());
  const redisPort = await freePort();
  const redis = starting.adopt(await startRedis(redisPort), ({ stop }) => stop());
  const { settings: s3 } = starting.use(await startS3Server());
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    PUBLIC_URL: origin,
    DATABASE_URL: postgres.url,
    DATABASE_READ_URL: standby.url,
    SECRET_KEY: 'one key for all replicas',
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    TRUST_PROXY: '127.0.0.1',
  };
  const replicas: Replica[] = [];
  for (const name of ['one', 'two', 'three']) {
    const settings = { ...environment, DATA_DIR: join(folder, name) };
    replicas.push(
      starting.adopt(await startReplica(settings, builds.first), async ({ stop }) => void (await stop())),
    );
  }
  const origins = replicas.map((replica) => replica.origin);
  starting.adopt(await startNginx(join(folder, 'nginx'), port, origins), ({ stop }) => stop());
  const running = starting.move();
  return {
    origin,
    origins,
    replicas,
    builds,
    postgres,
    redis,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A build of its own, as deep below the root as the first: it finds packages and pages from there. */
function copyBuild(name: string): string {
  const folder = inRoot('build', `cluster-${name}`);
  cpSync(dirname(serverFile), folder, { recursive: true });
  return join(folder, 'main.js');
}
