import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#platform/testing/ports.ts';
import type { S3Settings } from '../storage/s3-bucket.ts';
import { pathOf } from '../storage/storage.ts';

const program = fileURLToPath(new URL('./s3-server-process.mjs', import.meta.url));

export type S3Server = {
  /** Those of its one bucket, which is empty at first. */
  settings: S3Settings;
  /** Names of a picture's files in the bucket. */
  filesOf(id: string): string[];
  /** Changes what a file in the bucket holds, behind the server's back. */
  spoil(id: string, name: string, content: string): void;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A real S3-compatible server on a free port, with a folder of its own. */
export async function startS3Server(): Promise<S3Server> {
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
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'pictures',
      region: undefined,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    filesOf(id) {
      const folder = join(directory, 'pictures', pathOf(id));
      const files = existsSync(folder) ? readdirSync(folder) : [];
      const end = '._S3rver_object';
      return files.flatMap((file) => (file.endsWith(end) ? file.slice(0, -end.length) : [])).sort();
    },
    spoil: (id, name, content) =>
      writeFileSync(join(directory, 'pictures', `${pathOf(id, name)}._S3rver_object`), content),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function failed(server: ReturnType<typeof fork>): Promise<never> {
  const [code] = await once(server, 'exit');
  throw new Error(`The S3 server did not start (${code}).`);
}
