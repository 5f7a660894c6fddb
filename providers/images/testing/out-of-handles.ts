// Runs with few file handles. Requests a picture when no handle is left, and again when some are free.
import { closeSync, openSync } from 'node:fs';
import type { AppError } from '#platform/errors.ts';
import { createWorkerPool } from '../imaging/worker-pool.ts';
import { picture } from './pictures.ts';

const pool = createWorkerPool();
const original = await picture();
const requestVariant = () =>
  pool.perform({ kind: 'resize', original, size: 162, format: 'webp' }).then(
    () => 'resized',
    ({ code, message }: AppError) => code ?? message,
  );

const taken = openUntilFull();
const outcomes = [await requestVariant()];
for (const handle of taken) closeSync(handle);
outcomes.push(await requestVariant());
console.log(outcomes.join(', '));

function openUntilFull(): number[] {
  const handles: number[] = [];
  try {
    for (;;) handles.push(openSync('/dev/null', 'r'));
  } catch {
    return handles;
  }
}
