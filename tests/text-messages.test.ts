import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from './house.ts';

const phoneNumber = '+8801712345678';

const sendCode = (house: TestHouse) =>
  house.send('POST', `/identity/v1/accounts:sendVerificationCode?key=${house.publicConfig.identity.apiKey}`, {
    json: { phoneNumber, recaptchaToken: 'none' },
  });

test('[IDP-04] without a service each text is a file of number and text, and nothing else', async () => {
  await using house = await openTestHouse();
  expect(house.publicConfig.identity.textMessages).toBe(true);
  expect((await sendCode(house)).status).toBe(200);
  await house.runJob('outbox');
  const files = readdirSync(house.config.outboxDir).filter((file) => file.endsWith('.sms.json'));
  expect(files).toHaveLength(1);
  expect(JSON.parse(readFileSync(join(house.config.outboxDir, files[0] ?? ''), 'utf8'))).toEqual({
    phoneNumber,
    text: expect.stringMatching(/^\d{6} is your Blood Buddies code\./),
  });
});

test('[IDP-04] with SMS_URL texts go there, after a failure once more', async () => {
  const taken: unknown[] = [];
  const statuses = [503, 202];
  const service = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    taken.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(statuses.shift() ?? 500).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  await using house = await openTestHouse({ SMS_URL: `http://me:secret@127.0.0.1:${port}/send` });
  expect((await sendCode(house)).status).toBe(200);
  await house.runJob('outbox');
  house.time.ahead += 2000;
  await house.runJob('outbox');
  house.time.ahead += 60_000;
  await house.runJob('outbox');
  const text = { phoneNumber, text: expect.stringMatching(/^\d{6} is your/) };
  expect(taken).toEqual([text, text]);
  expect(readdirSync(house.config.outboxDir)).toEqual([]);
  service.closeAllConnections();
  service.close();
});

test('[IDP-04] in production without a service phone numbers are switched off', async () => {
  await using house = await openTestHouse({
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  });
  expect(house.publicConfig.identity.textMessages).toBe(false);
  const answer = await sendCode(house);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED' } });
});
