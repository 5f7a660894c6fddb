import { once } from 'node:events';
import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import { debugErrorMap, initializeAuth, inMemoryPersistence } from '@firebase/auth';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { createTestIdentity } from './test-identity.ts';

/**
 * Starts the provider on a real socket with the official SDK configured for it. `auth` belongs to an open
 * page.
 */
export async function openSdk(options: Parameters<typeof createTestIdentity>[0] = {}) {
  const port = await freePort();
  const identity = await createTestIdentity({ ...options, publicUrl: `http://127.0.0.1:${port}` });
  const site = new Hono().route('/identity', identity.app);
  let proxyError: (() => Response) | undefined;
  const fetch: typeof site.fetch = (request, ...more) => proxyError?.() ?? site.fetch(request, ...more);
  const server = serve({ fetch, hostname: '127.0.0.1', port });
  await once(server, 'listening');
  const { apiKey, authDomain } = identity;
  let app: FirebaseApp | undefined;

  function openPage() {
    app = initializeApp({ apiKey, authDomain }, `page-${port}`);
    const auth = initializeAuth(app, { persistence: inMemoryPersistence, errorMap: debugErrorMap });
    const host = `127.0.0.1:${port}/identity`;
    Object.assign(auth.config, { apiScheme: 'http', apiHost: host, tokenApiHost: host });
    return auth;
  }
  async function closePage(): Promise<void> {
    if (app) await deleteApp(app);
    app = undefined;
  }

  return {
    ...identity,
    auth: openPage(),
    /** Reloads the page, which restores the stored user. */
    async reopen() {
      await closePage();
      const auth = openPage();
      await auth.authStateReady();
      return auth;
    },
    closePage,
    /** Makes a proxy respond to every request with `error`, until `failAtProxy` is called with `undefined`. */
    failAtProxy(error: (() => Response) | undefined) {
      proxyError = error;
    },
    async [Symbol.asyncDispose]() {
      await closePage();
      server.close();
      await identity[Symbol.asyncDispose]();
    },
  };
}

export type Sdk = Awaited<ReturnType<typeof openSdk>>;

export const test = testWith(openSdk);

/** Expects an SDK call to reject with this code and returns the error. */
export async function expectError<T = { code: string }>(call: Promise<unknown>, code: string): Promise<T> {
  const error = await call.then(
    () => undefined,
    (thrown: T) => thrown,
  );
  expect(error).toMatchObject({ code: `auth/${code}` });
  return error as T;
}
