import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Persistence } from '@firebase/auth';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createIdentityClient } from './identity-sdk.ts';
import { tokensLock, withLock } from './locks.ts';

const second = 1000;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const rahim = { localId: 'u1', email: 'rahim@example.org', passwordHash: 'redacted' };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const idToken = (lifetime: number) => {
  const iat = Math.floor(Date.now() / second);
  return `${encode({ alg: 'none' })}.${encode({ sub: 'u1', iat, exp: iat + lifetime })}.x`;
};

/** Starts a server that responds as the provider does, with ID tokens that last `lifetime` seconds. */
async function startProvider(lifetime: number, whenLookedUp?: Promise<void>) {
  let ended = '';
  let beforeEnd = () => {};
  const calls: { url: string; body: string; locale: unknown }[] = [];
  let name: string | undefined;
  const refreshed = Promise.withResolvers<string>();
  const handlers: Record<string, (body: string) => object | Promise<object>> = {
    signUp: () => ({
      idToken: idToken(lifetime),
      refreshToken: 'r1',
      expiresIn: `${lifetime}`,
      localId: 'u1',
    }),
    async lookup(body) {
      if (calls.filter(({ url }) => url.includes('lookup')).length > 1) await whenLookedUp;
      if (JSON.parse(body).idToken === ended) {
        beforeEnd();
        return { error: { message: 'TOKEN_EXPIRED' } };
      }
      return { users: [{ ...rahim, displayName: name }] };
    },
    sendOobCode: () => ({ email: rahim.email }),
    update: (body) => {
      const { displayName, password, idToken: used } = JSON.parse(body);
      name = displayName;
      if (!password) return { localId: 'u1', displayName: name };
      ended = used;
      return { localId: 'u1', idToken: `${used}-2`, refreshToken: 'r2', expiresIn: '3600' };
    },
    token: (body) => {
      refreshed.resolve(body);
      return { access_token: idToken(3600), expires_in: '3600', refresh_token: 'r2' };
    },
  };
  const server = createServer(async (request, response) => {
    const url = request.url ?? '';
    const body = await read(request);
    calls.push({ url, body, locale: request.headers['x-firebase-locale'] });
    const handle = handlers[/^\/identity\/v1\/(?:accounts:)?(\w+)\?/.exec(url)?.[1] ?? ''];
    const result = (await handle?.(body)) ?? { error: { message: 'OPERATION_NOT_ALLOWED' } };
    response.writeHead('error' in result ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(result));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Ends the session of a token. `action` runs before the response that says so. */
  const end = (token: string, action = () => {}) => {
    ended = token;
    beforeEnd = action;
  };
  return { calls, end, refreshed: refreshed.promise, site: { host, protocol: 'http:' } as Location };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

type StoredUser = { stsTokenManager: { accessToken: string } };
const stored = new Map<string, unknown>();
/** A storage that another tab can change. The SDK creates it. */
class TestStorage {
  readonly type = 'LOCAL';
  static type = 'LOCAL' as const;
  _isAvailable = async () => true;
  _get = async (key: string) => structuredClone(stored.get(key)) ?? null;
  _set = async (key: string, value: unknown) => void stored.set(key, structuredClone(value));
  _remove = async (key: string) => void stored.delete(key);
  _addListener() {}
  _removeListener() {}
}
const storage: Persistence = TestStorage;

const continueUrl = 'http://site.test/dashboard/account';
const config = {
  provider: 'embedded' as const,
  apiKey: 'the-key',
  authDomain: 'localhost',
  projectId: 'blood-buddies',
  textMessages: true,
};

describe('the identity SDK', () => {
  test('[IDP-14] rejects an auth domain with a colon', async () => {
    const { site } = await startProvider(3600);
    expect(() =>
      createIdentityClient({ ...config, authDomain: 'localhost:3000' }, [], () => undefined, site),
    ).toThrow(expect.objectContaining({ code: 'invalid-auth-domain' }));
  });

  test('[LGN-02] calls our own origin with the key in the query, and saves the name', async () => {
    const { calls, site } = await startProvider(3600);
    const identity = createIdentityClient(config, [storage], () => 'u1', site);
    const user = await identity.register('Rahim Uddin', 'rahim@example.org', 'secret12', continueUrl);
    expect(user).toEqual({
      uid: 'u1',
      email: 'rahim@example.org',
      displayName: 'Rahim Uddin',
      providers: [],
      emailVerified: false,
      hasPassword: true,
    });
    expect(calls[0]?.url).toMatch(/^\/identity\/v1\/accounts:signUp\?key=the-key$/);
    expect(calls.find(({ url }) => url.includes('accounts:update'))?.body).toContain(
      '"displayName":"Rahim Uddin"',
    );
    // The email is sent before the sign-in shows, because the next page may be a new document that would not
    // send it.
    expect(calls.find(({ url }) => url.includes('sendOobCode'))?.body).toContain(
      `"continueUrl":"${continueUrl}"`,
    );
    expect(calls.map(({ locale }) => locale)).toEqual(calls.map(() => undefined));
    await expect(identity.finishGoogle({ error: 'operation_not_allowed' })).rejects.toMatchObject({
      code: 'operation-not-allowed',
    });
    await identity.signOut();
  });

  test('[IDP-10] renews the ID token 5 minutes before it expires, without a request for it', async () => {
    const { refreshed, site } = await startProvider(5 * 60 + 2);
    const identity = createIdentityClient(config, [storage], () => 'u1', site);
    const signedInAt = Date.now();
    await identity.register('Rahim', 'rahim@example.org', 'secret12', continueUrl);
    expect(await refreshed).toContain('refresh_token=r1');
    expect(Date.now() - signedInAt).toBeLessThan(10 * second);
    await identity.signOut();
  });

  test('[IDP-06] a new password does not sign out a user whose last call is still on its way', async () => {
    const held = Promise.withResolvers<void>();
    const { calls, site } = await startProvider(3600, held.promise);
    const identity = createIdentityClient(config, [storage], () => 'u1', site);
    await identity.register('Rahim', 'rahim@example.org', 'secret12', continueUrl);
    const lookups = () => calls.filter(({ url }) => url.includes('lookup')).length;
    const before = lookups();
    const read = identity.factors.read();
    await expect.poll(lookups).toBe(before + 1);
    const change = identity.account.changePassword('another horse');
    // When this call has a response, the change would have one too, if it had been sent.
    await identity.sendPasswordReset('rahim@example.org', `http://${site.host}/`);
    held.resolve();
    expect(await read).toMatchObject({ factors: [] });
    expect(await change).toMatchObject({ uid: 'u1' });
    expect(await identity.currentUser()).toMatchObject({ uid: 'u1' });
    await identity.signOut();
  });

  test('[IDP-10] a late end of the session does not remove the one that another tab has stored', async () => {
    const { site, end } = await startProvider(3600);
    const identity = createIdentityClient(config, [storage], () => 'u1', site);
    await identity.register('Rahim', 'rahim@example.org', 'secret12', continueUrl);
    const [[key, own]] = [...stored] as [[string, StoredUser]];
    const { stsTokenManager } = own;
    const accessToken = `${encode({ alg: 'none' })}.${encode({ sub: 'u1', sid: 'other' })}.x`;
    const newer = { ...own, stsTokenManager: { ...stsTokenManager, accessToken } };
    end(stsTokenManager.accessToken, () => stored.set(key, newer));
    await expect(identity.account.reload()).rejects.toThrow();
    expect(stored.get(key)).toEqual(newer);

    end(accessToken);
    await expect(identity.account.reload()).rejects.toThrow();
    expect(stored.size, 'its own session').toBe(0);
  });

  test('[IDP-06] sends no tokens of a user who has signed in in another tab', async () => {
    const { calls, site } = await startProvider(3600);
    const identity = createIdentityClient(config, [storage], () => 'u1', site);
    await identity.register('Rahim', 'rahim@example.org', 'secret12', continueUrl);
    const [[key, own]] = [...stored] as [[string, StoredUser]];
    stored.set(key, { ...own, uid: 'u2' });
    const before = calls.length;
    await expect(identity.account.changeName('Rahim Uddin')).rejects.toMatchObject({
      code: 'no-current-user',
    });
    await expect(identity.idToken('u1', true)).rejects.toMatchObject({ code: 'no-current-user' });
    expect(calls).toHaveLength(before);
    await identity.signOut();
  });

  test('creates no account for a name with invisible characters', async () => {
    const { calls, site } = await startProvider(3600);
    const identity = createIdentityClient(config, [storage], () => 'u1', site);
    await expect(
      identity.register('Rahim\u200b', 'rahim@example.org', 'secret12', continueUrl),
    ).rejects.toMatchObject({
      message: 'Remove invisible characters, or type this again',
    });
    expect(calls.filter(({ url }) => url.includes('signUp'))).toEqual([]);
  });

  test('[IDP-06] a call waits while another tab replaces the session', async () => {
    const { calls, site } = await startProvider(3600);
    const identity = createIdentityClient(config, [storage], () => 'u1', site);
    await identity.register('Rahim', 'rahim@example.org', 'secret12', continueUrl);
    const before = calls.length;
    const { read } = await withLock(tokensLock, 'exclusive', async () => {
      const read = identity.factors.read();
      // When these calls have responses, the lookup would have been sent.
      for (let i = 0; i < 5; i += 1)
        await identity.sendPasswordReset('rahim@example.org', `http://${site.host}/`);
      expect(calls.slice(before).map(({ url }) => /:(\w+)/.exec(url)?.[1])).not.toContain('lookup');
      return { read };
    });
    expect(await read).toMatchObject({ factors: [] });
    await identity.signOut();
  });

  // Keep this test last: the SDK reuses one instance, with its language, for the same settings.
  test('[IDP-09] a Bengali page requests emails and text messages in Bengali', async () => {
    vi.stubEnv('LANGUAGE', 'bn');
    vi.resetModules();
    const inBengali = await import('./identity-sdk.ts');
    vi.unstubAllEnvs();
    const { calls, site } = await startProvider(3600);
    await inBengali
      .createIdentityClient(config, [storage], () => 'u1', site)
      .sendPasswordReset('rahim@example.org', `http://${site.host}/`);
    expect(calls.map(({ url, locale }) => [/:(\w+)/.exec(url)?.[1], locale])).toEqual([
      ['sendOobCode', 'bn'],
    ]);
  });
});
