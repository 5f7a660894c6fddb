import type * as Files from 'node:fs/promises';

/** Whether the disk of `mayBeFull` is full at this moment. */
export const disk = { full: false };

/** For `vi.mock('node:fs/promises', ...)`: as a full disk does it, a part is written, then no more. */
export function simulateFullDisk(real: typeof Files): typeof Files {
  const open: typeof real.open = async (...asked) => {
    const file = await real.open(...asked);
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
