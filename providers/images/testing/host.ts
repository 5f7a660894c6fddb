import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createImageHost } from '../image-host.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import type { ImagesTables } from '../schema/tables.ts';
import { picturesFolder } from '../storage/disk.ts';
import { storagePath } from '../storage/storage.ts';
import type { UploadResponse } from '../upload/routes.ts';

export type TestHost = Awaited<ReturnType<typeof createTestHost>>;

/** Creates the image host as the application mounts it, with its own database and folder. */
export async function createTestHost(options: Partial<Parameters<typeof createImageHost>[0]> = {}) {
  const database = await openSqlite([imagesMigrations]);
  const dataDir = await mkdtemp(join(tmpdir(), 'blood-buddies-images-'));
  const { db } = database;
  const host = await createImageHost({
    db,
    getSecret: await openSecrets({ db, secretKey: 'for tests' }),
    dataDir,
    publicUrl: 'http://localhost:3000',
    clock: () => 1_795_000_000_500,
    log: testLog(),
    authenticate,
    findVisiblePictures: async () => new Set(),
    limiters: createMemoryLimiters(options.limitScale),
    ...options,
  });
  const site = new Hono().route('/images', host.app);
  const request = async (path: string, init?: RequestInit) =>
    site.request(`http://localhost:3000${path}`, init);
  /** Sends `bytes` as the field `image`, signed in as Rahim. */
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
    /** Uploads a picture and fails unless it is accepted. */
    async uploadPicture(bytes: Uint8Array, name?: string) {
      const response = await upload(bytes, name);
      if (response.status !== 200) throw new Error(`Upload failed: ${await response.text()}`);
      return ((await response.json()) as UploadResponse).data;
    },
    /** Deletes a picture as the product server does. */
    remove: (body: unknown, token = host.adminToken) =>
      request('/images/1/delete', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      }),
    async runJobs() {
      for (const job of host.jobs) await job.run();
    },
    /** The states of all pictures in the database. */
    async states() {
      const rows = db.withTables<ImagesTables>().selectFrom('images_pictures').select('state');
      return (await rows.execute()).map(({ state }) => state);
    },
    /** Files of a picture on the disk: `original`, `w162.webp`. */
    filesOf(id: string) {
      const folder = join(dataDir, picturesFolder, storagePath(id));
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

/** Encodes a form sent by Rahim as bytes. */
export async function encodedForm(form: FormData) {
  const response = new Response(form);
  return {
    headers: { Authorization: 'Bearer rahim', 'Content-Type': response.headers.get('content-type') ?? '' },
    body: await response.arrayBuffer(),
  };
}

/** Accepts any bearer token as a user id, except `bad`. */
async function authenticate(request: Request): Promise<{ userId: string }> {
  const token = request.headers.get('authorization')?.replace('Bearer ', '');
  if (!token) throw new AppError('not-signed-in');
  if (token === 'bad') throw new AppError('credentials-refused');
  return { userId: token };
}

export const errorCode = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: { code: string } }).error.code;
