import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import { limitersInMemory } from '#platform/limits.ts';
import type { Log } from '#platform/logs.ts';
import { openSecrets } from '#platform/secrets.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import type { Clock } from '#platform/time.ts';
import { createImageHost, type ImageHost } from '../image-host.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { openS3Storage } from '../storage/s3.ts';
import type { Storage } from '../storage/storage.ts';
import type { UploadAnswer } from '../upload/answer.ts';
import type { S3Server } from './s3-server.ts';

export type TestHost = {
  host: ImageHost;
  db: Database;
  dataDir: string;
  /** As mounted by main.ts. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Sends `bytes` as the field `image`, signed in as Rahim. */
  upload(bytes: Uint8Array, name?: string): Promise<Response>;
  /** A picture that must be taken. */
  uploaded(bytes: Uint8Array, name?: string): Promise<UploadAnswer['data']>;
  /** Files that rest in the storage: `original`, `w162.webp`. */
  filesOf(id: string): string[];
  /** One round of what clears away. */
  runJobs(): Promise<void>;
  incoming(): string[];
  [Symbol.asyncDispose](): Promise<void>;
};

export type TestHostOptions = {
  limitScale?: number;
  clock?: Clock;
  shown?: (imgs: string[]) => Promise<Set<string>>;
  log?: Log;
  storage?: Storage;
  /** A running S3 server, to keep the pictures. */
  s3?: S3Server;
};

export async function openHost({ s3, ...options }: TestHostOptions = {}): Promise<TestHost> {
  const database = await openSqlite([imagesMigrations]);
  const dataDir = await mkdtemp(join(tmpdir(), 'blood-buddies-images-'));
  const { db } = database;
  const log = testLog();
  const host = await createImageHost({
    db,
    secrets: await openSecrets({ db, secretKey: 'for tests' }),
    dataDir,
    publicUrl: 'http://localhost:3000',
    clock: () => 1_795_000_000_500,
    log,
    authenticate,
    shown: async () => new Set(),
    limiters: limitersInMemory(options.limitScale),
    ...(s3 && { storage: await openS3Storage(s3.settings, log) }),
    ...options,
  });
  const site = new Hono().route('/images', host.app);
  const request = async (path: string, init?: RequestInit) =>
    site.request(`http://localhost:3000${path}`, init);
  const upload = async (bytes: Uint8Array, name = 'photo.jpg') =>
    request(`/images/1/upload?key=${host.key}`, {
      method: 'POST',
      ...(await encodedForm(imageForm(bytes, name))),
    });
  return {
    host,
    db,
    dataDir,
    request,
    upload,
    async uploaded(bytes, name) {
      const answer = await upload(bytes, name);
      if (answer.status !== 200) throw new Error(`Refused: ${await answer.text()}`);
      return ((await answer.json()) as UploadAnswer).data;
    },
    async runJobs() {
      for (const job of host.jobs) await job.run();
    },
    filesOf(id) {
      if (s3) return s3.filesOf(id);
      const folder = join(dataDir, 'images', 'pictures', id.slice(-2), id);
      return existsSync(folder) ? readdirSync(folder).sort() : [];
    },
    incoming: () => readdirSync(join(dataDir, 'images', 'incoming')),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true });
    },
  };
}

export function imageForm(bytes: Uint8Array, name = 'photo.jpg', field = 'image'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** A form as Rahim sends it, in bytes. */
export async function encodedForm(form: FormData) {
  const answer = new Response(form);
  return {
    headers: { Authorization: 'Bearer rahim', 'Content-Type': answer.headers.get('content-type') ?? '' },
    body: await answer.arrayBuffer(),
  };
}

/** Any bearer token is a user's id, except `bad`. */
async function authenticate(request: Request): Promise<{ userId: string }> {
  const token = request.headers.get('authorization')?.replace('Bearer ', '');
  if (!token) throw new AppError('not-signed-in');
  if (token === 'bad') throw new AppError('credentials-refused');
  return { userId: token };
}

export const errorCode = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { error: { code: string } }).error.code;
