import type * as Files from 'node:fs/promises';

/** Whether the disk of `simulateFullDisk` is full. */
export const disk = { full: false };

/**
 * Returns `node:fs/promises` for `vi.mock`, with files that write only a part and then fail while `disk.full`
 * is true.
 */
export function simulateFullDisk(real: typeof Files): typeof Files {
  const open: typeof real.open = async (...args) => {
    const file = await real.open(...args);
    const { writeFile } = file;
    file.writeFile = async (bytes, ...rest) => {
      if (!disk.full) return writeFile.call(file, bytes, ...rest);
      await writeFile.call(file, 'a part');
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    return file;
  };
  return { ...real, open };
}
