import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { type S3Server, startS3Server } from '#providers/images/testing/s3-server.ts';
import { openTestHouse, uploadPicture } from './house.ts';
import { runToEnd } from './process.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

const environment = (): Record<string, string> => ({
  S3_ENDPOINT: s3.settings.endpoint,
  S3_BUCKET: s3.settings.bucket,
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
});

test('with a bucket in the environment pictures rest there as long as the gallery shows them', async () => {
  await using house = await openTestHouse(environment());
  const member = await house.register();
  const upload = () => uploadPicture(house, member);
  const [kept, deleted, orphan] = [await upload(), await upload(), await upload()];
  const save = (img: string, { token } = member) =>
    house.send('POST', '/api/photo', { json: { img }, token });
  const show = async (img: string) =>
    (await house.send('GET', img.replace(house.config.publicUrl, ''))).status;
  const files = () => [kept, deleted, orphan].map((img) => s3.filesOf(img.slice(-36)).length);
  await save(kept);
  const photo = (await (await save(deleted)).json()) as { insertedId: string };
  expect(files()).toEqual([1, 1, 1]);
  expect(readdirSync(join(house.dataDir, 'images'))).toEqual(['incoming']);

  await house.send('DELETE', `/api/photo/${photo.insertedId}`, { token: member.token });
  await house.runJob('outbox');
  expect(files()).toEqual([1, 0, 1]);

  house.time.ahead += days(1) + minutes(1);
  await house.runJob('remove orphaned pictures');
  expect([await show(kept), await show(deleted), await show(orphan)]).toEqual([200, 404, 404]);
  expect((await save(orphan, await house.register())).status).toBe(422);
  house.time.ahead += hours(1) + minutes(1);
  await house.runJob('remove orphaned pictures');
  expect(files()).toEqual([1, 0, 0]);
  expect(await show(kept)).toBe(200);
});

test('keys that the bucket refuses stop the start with one line and exit code 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-s3-start-'));
  const wrong = { ...environment(), S3_SECRET_ACCESS_KEY: 'not-the-secret', DATA_DIR: folder };
  const { code, output } = await runToEnd('main.ts', [], { ...wrong, PORT: String(await freePort()) });
  rmSync(folder, { recursive: true });
  expect(code).toBe(1);
  expect(output.trim()).toMatch(
    /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: refused \(SignatureDoesNotMatch\).*$/,
  );
  expect(output).not.toContain('not-the-secret');
});
