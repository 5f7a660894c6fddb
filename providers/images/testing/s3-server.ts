import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#platform/testing/ports.ts';
import type { S3Settings } from '../storage/s3-bucket.ts';
import { storagePath } from '../storage/storage.ts';

const program = fileURLToPath(new URL('./s3-server-process.mjs', import.meta.url));

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** Settings for the bucket `pictures` of a server on this machine. */
export const localSettings = (port: number, secretAccessKey = 'S3RVER'): S3Settings => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket: 'pictures',
  region: undefined,
  accessKeyId: 'S3RVER',
  secretAccessKey,
});

/** Starts a real S3-compatible server on a free port, with its own folder. */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'blood-buddies-s3-'));
  const port = await freePort();
  const server = fork(program, [directory, String(port)], { execArgv: ['--openssl-legacy-provider'] });
  await Promise.race([once(server, 'message'), failed(server)]);
  async function stop(): Promise<void> {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    rmSync(directory, { recursive: true, force: true });
  }
  const settings = localSettings(port);
  return {
    settings,
    /** Environment variables with these settings. */
    environment: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    /** Names of a picture's files in the bucket. */
    filesOf(id: string) {
      const folder = join(directory, 'pictures', storagePath(id));
      const files = existsSync(folder) ? readdirSync(folder) : [];
      const end = '._S3rver_object';
      return files.flatMap((file) => (file.endsWith(end) ? file.slice(0, -end.length) : [])).sort();
    },
    /** Overwrites a file of the bucket on the disk, without the server noticing. */
    overwrite: (id: string, name: string, content: string) =>
      writeFileSync(join(directory, 'pictures', `${storagePath(id, name)}._S3rver_object`), content),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function failed(server: ReturnType<typeof fork>): Promise<never> {
  const [code] = await once(server, 'exit');
  throw new Error(`The S3 server did not start (${code}).`);
}
