import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../platform/testing/ports.ts';
import { startPostgres } from '../../platform/testing/postgres-server.ts';
import { startS3Server } from '../../providers/images/testing/s3-server.ts';
import { serverFile } from '../../scripts/set-up/site.mjs';
import { startReplica } from '../../tests/cluster/replica.ts';
import { startNginx, startRedis } from './engines.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts a cluster as of a large site on loopback: PostgreSQL with a standby, Redis, S3, three replicas, nginx. */
export async function startCluster() {
  await using starting = new AsyncDisposableStack();
  const { path: folder } = starting.use(mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-cluster-')));
  const postgres = starting.adopt(await startPostgres({ durable: true }), ({ stop }) => stop());
  const standby = starting.adopt(await postgres.startStandby(), ({ stop }) => stop());
  const s3 = starting.use(await startS3Server());
  const [port, redisPort] = [await freePort(), await freePort()];
  let stopRedis = await startRedis(redisPort);
  starting.defer(() => stopRedis());
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...s3.environment,
    PUBLIC_URL: origin,
    DATABASE_URL: postgres.url,
    DATABASE_READ_URL: standby.url,
    SECRET_KEY: 'one key for all replicas',
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    TRUST_PROXY: '127.0.0.1',
    // All members have the address of this machine.
    RATE_LIMIT_SCALE: '10',
  };
  const replicas = await Array.fromAsync(['one', 'two', 'three'], async (name) => {
    const replica = await startReplica({ ...environment, DATA_DIR: join(folder, name) }, serverFile);
    starting.defer(async () => void (await replica.stop()));
    return replica;
  });
  const hosts = replicas.map((replica) => new URL(replica.origin).host);
  starting.defer(await startNginx(join(folder, 'nginx'), port, hosts));
  const running = starting.move();
  return {
    origin,
    replicas,
    postgres,
    async restartRedis(downtimeMs: number) {
      await stopRedis();
      await pause(downtimeMs);
      stopRedis = await startRedis(redisPort);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
