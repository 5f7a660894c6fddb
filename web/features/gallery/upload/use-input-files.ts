import { type RefObject, useEffect } from 'react';
import type { Queue } from './queue/queue.ts';

/** The file input tells how many photos still wait in the list, and is empty when none does. */
export function useInputFiles(input: RefObject<HTMLInputElement | null>, { photos }: Queue): void {
  const waiting = photos.filter(({ step }) => step !== 'failed' && step !== 'done');
  const ids = waiting.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which photos wait, not how far they are
  useEffect(() => {
    const files = new DataTransfer();
    for (const { file } of waiting) files.items.add(file);
    if (input.current) input.current.files = files.files;
  }, [ids, input]);
}
