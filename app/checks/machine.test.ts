import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import * as machine from './machine.ts';

const GB = 1024 ** 3;
const failWith = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));

test('finds a disk that is full, almost full or read-only, and leaves no file', async () => {
  const folder = temporaryFolder();
  const check = (options?: Parameters<typeof machine.checkFolder>[2]) =>
    machine.checkFolder('DATA_DIR', folder, options);
  expect(await check()).toMatchObject({ isOk: true });
  expect(existsSync(join(folder, '.doctor'))).toBe(false);
  const readSpace = (async () => ({ bavail: 100, bsize: 1024 ** 2 })) as never;
  expect(await check({ readSpace })).toMatchObject({ text: expect.stringContaining('almost full: 100 MB') });
  expect(await check({ write: failWith('ENOSPC') })).toMatchObject({
    text: `DATA_DIR ${folder} cannot be written: the disk is full`,
    fix: 'Free some space.',
  });
  expect(await check({ write: failWith('EROFS') })).toMatchObject({
    text: expect.stringContaining('the disk is read-only'),
  });
  expect(await machine.checkFolder('BACKUP_DIR', join(folder, 'unmounted'))).toMatchObject({
    text: expect.stringContaining('there is no such folder'),
  });
});

test('finds files of another user, and a key that others can read', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret.key'), 'key', { mode: 0o600 });
  expect(await machine.checkPermissions(folder)).toMatchObject({ isOk: true });
  const { uid } = statSync(folder);
  expect(await machine.checkPermissions(folder, uid + 1)).toMatchObject({
    text: `${join(folder, 'secret.key')} belongs to user ${uid}, the folder to user ${uid + 1}`,
  });
  mkdirSync(join(folder, 'images', 'pictures'), { recursive: true });
  expect(await machine.checkPermissions(folder)).toMatchObject({ isOk: true });
  if (process.getuid?.() === 0) {
    chownSync(join(folder, 'images', 'pictures'), uid + 1, 0);
    expect(await machine.checkPermissions(folder)).toMatchObject({
      text: expect.stringMatching(/images.pictures belongs to user/),
    });
    chownSync(join(folder, 'images', 'pictures'), uid, 0);
  }
  expect(await machine.checkPermissions(join(folder, 'unmounted'))).toMatchObject({
    text: `there is no folder ${join(folder, 'unmounted')}`,
  });
  chmodSync(join(folder, 'secret.key'), 0o644);
  expect(await machine.checkPermissions(folder)).toMatchObject({ fix: 'Run chmod 600 on it.' });
});

test('finds too little memory, and a low limit of open files', () => {
  expect(machine.describeMemory({ total: GB, available: GB / 2 }).isOk).toBe(true);
  expect(machine.describeMemory({ total: GB / 2, available: GB / 3 }).isOk).toBe(false);
  expect(machine.describeMemory({ total: 4 * GB, available: GB / 10 }).isOk).toBe(false);
  const { total, available } = machine.readMemory();
  expect(available).toBeLessThanOrEqual(total);
  expect(machine.describeOpenFiles(65_536)?.isOk).toBe(true);
  expect(machine.describeOpenFiles(1024)).toMatchObject({ text: 'a process may open only 1024 files' });
});

test('finds time zones that Node does not know', () => {
  expect(machine.describeTimeZones(['Asia/Dhaka'], 'UTC').isOk).toBe(true);
  expect(machine.describeTimeZones(['Asia/Dhaka', 'Mars/Phobos'], 'UTC')).toMatchObject({
    text: 'Node does not know the time zone Mars/Phobos of a center',
  });
  expect(machine.describeTimeZones([], '').isOk).toBe(false);
});

test('tells other programs and other sites on the port from the site itself', async () => {
  const responses: Record<string, string> = { '/healthz': 'Another program' };
  await using server = await startHttpServer((request, response) =>
    response.end(responses[request.url ?? ''] ?? ''),
  );
  const { port } = server;
  const publicUrl = 'https://blood.example';
  const check = () => machine.checkPort({ host: '127.0.0.1', port, publicUrl });
  expect(await check()).toMatchObject({ isOk: false });
  responses['/healthz'] = '{"status":"ok"}';
  responses['/sitemap.xml'] = '<urlset><url><loc>https://other.example/</loc></url></urlset>';
  expect(await check()).toEqual({
    isOk: false,
    text: `another site runs on port ${port}: https://other.example`,
    fix: 'Stop it, or set another PORT.',
  });
  responses['/sitemap.xml'] = `<urlset><url><loc>${publicUrl}/</loc></url></urlset>`;
  expect(await check()).toEqual({ isOk: true, text: `the site runs on port ${port}` });
  expect(await machine.checkPort({ host: '127.0.0.1', port: await freePort(), publicUrl })).toMatchObject({
    isOk: true,
  });
});
