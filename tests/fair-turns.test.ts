import { expect, test } from 'vitest';
import { during } from '#platform/work.ts';
import { openTestHouse } from './house.ts';

test('a flood of sign-in links from one address does not delay the reset email of another visitor', async () => {
  await using house = await openTestHouse();
  const member = await house.register('rahim@example.org');
  const requestEmail = (address: string, json: object) =>
    during({ sender: () => address }, () =>
      house.send('POST', `/identity/v1/accounts:sendOobCode?key=${house.publicConfig.identity.apiKey}`, {
        json,
      }),
    );
  for (let n = 0; n < 60; n += 1) {
    const json = {
      requestType: 'EMAIL_SIGNIN',
      email: `stranger${n}@example.org`,
      continueUrl: `${house.config.publicUrl}/login`,
      canHandleCodeInApp: true,
    };
    expect((await requestEmail('203.0.113.1', json)).status).toBe(200);
  }
  const reset = await requestEmail('203.0.113.2', { requestType: 'PASSWORD_RESET', email: member.email });
  expect(reset.status).toBe(200);
  await house.runJob('outbox');
  expect(house.mails().filter((mail) => mail.includes('To: rahim@example.org'))).toHaveLength(1);
});
