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

test('logs a full disk once a minute for each cause, with the number of other lines', () => {
  const lines: { msg: string; unlogged?: number }[] = [];
  const time = { now: 0 };
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, () => time.now);
  const sqlite = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const file = new Error('cannot store', { cause: Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }) });
  for (let n = 0; n < 100; n += 1) {
    log.error({ err: sqlite }, 'request failed');
    log.child({ service: 'images' }).warn({ err: file }, 'cannot write');
    log.error({ err: sqlite, job: 'deliver-messages' }, 'job failed');
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'cannot write']);
  log.error({ err: new Error('another') }, 'request failed');
  log.error({ err: new Error('another') }, 'request failed');
  expect(lines).toHaveLength(4);
  time.now += 60_000;
  log.error({ err: sqlite, job: 'deliver-messages' }, 'job failed');
  expect(lines.at(-1)).toMatchObject({ msg: 'job failed', unlogged: 199 });
});
