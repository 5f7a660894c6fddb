// Run by itself, with few file handles: asks for a picture when none is left, and again when there are some.
import { closeSync, openSync } from 'node:fs';
import type { AppError } from '#platform/errors.ts';
import { createWorkerPool } from '../imaging/worker-pool.ts';
import { picture } from './pictures.ts';

const pool = createWorkerPool();
const original = await picture();
const ask = () =>
  pool.perform({ kind: 'vary', original, width: 162, format: 'webp' }).then(
    () => 'made',
    ({ code, message }: AppError) => code ?? message,
  );

const held = takeAll();
const outcomes = [await ask()];
for (const handle of held) closeSync(handle);
outcomes.push(await ask());
console.log(outcomes.join(', '));

function takeAll(): number[] {
  const handles: number[] = [];
  try {
    for (;;) handles.push(openSync('/dev/null', 'r'));
  } catch {
    return handles;
  }
}
