import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestHouse } from './house.ts';

afterEach(() => vi.unstubAllGlobals());

test('[API-01] with hosted Firebase a person comes in by a token that Google signed, and no other', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'google', alg: 'RS256' }];
  vi.stubGlobal('fetch', async (address: string | URL) => {
    expect(new URL(address).hostname).toBe('www.googleapis.com');
    return Response.json({ keys });
  });
  await using house = await openTestHouse({
    IDENTITY_PROVIDER: 'firebase',
    FIREBASE_API_KEY: 'AIza-x',
    FIREBASE_AUTH_DOMAIN: 'donors.firebaseapp.com',
    FIREBASE_PROJECT_ID: 'donors',
  });
  expect(house.publicConfig.identity).toMatchObject({
    provider: 'firebase',
    apiKey: 'AIza-x',
    authDomain: 'donors.firebaseapp.com',
    projectId: 'donors',
  });
  const now = Math.floor(Date.now() / 1000);
  const sign = (project: string, authTime = now) =>
    new SignJWT({ email: 'rahima@example.org', auth_time: authTime })
      .setProtectedHeader({ alg: 'RS256', kid: 'google' })
      .setSubject('firebase-uid')
      .setIssuer(`https://securetoken.google.com/${project}`)
      .setAudience(project)
      .setIssuedAt()
      .setExpirationTime('1 hour')
      .sign(privateKey);
  const put = (token: string) =>
    house.send('PUT', '/api/user', { json: { email: 'rahima@example.org' }, token });
  expect((await put(await sign('another'))).status).toBe(403);
  const { token } = (await (await put(await sign('donors'))).json()) as { token: string };
  const own = await house.send('GET', '/api/appointments?email=rahima@example.org', { token });
  expect([own.status, await own.json()]).toEqual([200, []]);
  const exportBy = (token: string) => house.send('GET', '/api/user/export', { token });
  expect((await exportBy(token)).status).toBe(200);
  const old = (await (await put(await sign('donors', now - 400))).json()) as { token: string };
  expect((await exportBy(old.token)).status).toBe(409);
  expect((await house.send('DELETE', '/api/user', { token: old.token })).status).toBe(409);
  const ours = await house.send('POST', '/identity/v1/accounts:signUp?key=x', { json: {} });
  expect(ours.status).toBe(404);
});
