import { afterAll, vi } from 'vitest';
import type { TestHostOptions } from './testing/host.ts';
import { startS3Server } from './testing/s3-server.ts';

const s3 = await startS3Server();
afterAll(() => s3.stop());

vi.mock('./testing/host.ts', async (original) => {
  const real = await original<typeof import('./testing/host.ts')>();
  return { ...real, openHost: (options: TestHostOptions) => real.openHost({ s3, ...options }) };
});

// The image host's own tests once more, with the pictures in a bucket.
await import('./jobs.test.ts');
await import('./pictures/deletion.test.ts');
await import('./serving/serving.test.ts');
await import('./upload/upload.test.ts');
