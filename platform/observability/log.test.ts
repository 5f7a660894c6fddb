import { expect, test } from 'vitest';
import { createLog, formatLogLine } from './log.ts';

test('loses lines that cannot be written, logs their number afterwards, and writes later lines completely', () => {
  const disk = { text: '', freeBytes: 60 };
  const write = (bytes: Uint8Array) => {
    if (disk.freeBytes === 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const part = Buffer.from(bytes).toString().slice(0, disk.freeBytes);
    disk.text += part;
    disk.freeBytes -= part.length;
    return part.length;
  };
  const log = createLog('info', formatLogLine(write));
  for (const msg of ['cut off in the middle', 'lost', 'lost too']) log.info(msg);
  disk.freeBytes = 10_000;
  log.info('written again');
  log.info('and again');
  const [cut, gap, ...lines] = disk.text.trim().split('\n');
  expect(cut).toHaveLength(60);
  expect(JSON.parse(gap ?? '')).toMatchObject({ level: 40, lines: 3 });
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['written again', 'and again']);
});
