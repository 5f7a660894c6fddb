import { onTestFinished } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import type { WorkerPool } from '../imaging/worker-pool.ts';
import { createWorkers } from '../imaging/workers.ts';
import { changeState, insertPicture } from '../pictures/repository.ts';
import type { Parts } from '../pictures/rules.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { createVariants } from '../serving/variants.ts';
import { memoryStorage } from './memory-storage.ts';
import { storedPicture } from './pictures.ts';

/** The variants of `storedPicture`, each made by `make`. */
export async function openVariants(
  make: (job: { width: number }) => Promise<Uint8Array>,
  limits: { atOnce: number; mostWaiting?: number },
) {
  const { db, ...database } = await openSqlite([imagesMigrations]);
  onTestFinished(() => database[Symbol.asyncDispose]());
  await insertPicture(db, storedPicture);
  await changeState(db, storedPicture.id, { from: ['arriving'], to: 'new', now: 0 });
  const storage = memoryStorage();
  await storage.write(storedPicture.id, 'original', new Uint8Array([1, 2, 3]));
  const workers = createWorkers({ ...limits, pool: { perform: make as unknown as WorkerPool['perform'] } });
  const parts: Parts = { db, storage, workers, clock: () => 0 };
  return { parts, storage, bytes: createVariants(parts).bytes };
}
