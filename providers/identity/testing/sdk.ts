import { once } from 'node:events';
import { deleteApp, initializeApp } from '@firebase/app';
import { debugErrorMap, initializeAuth, inMemoryPersistence } from '@firebase/auth';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { freePort } from '#platform/testing/ports.ts';
import { openIdentity } from './test-identity.ts';

/** The provider behind a real socket, and the official SDK pointed at it as the site does. */
export async function openSdk(options: Parameters<typeof openIdentity>[0] = {}) {
  const port = await freePort();
  const identity = await openIdentity({ ...options, publicUrl: `http://127.0.0.1:${port}` });
  const server = serve({
    fetch: new Hono().route('/identity', identity.app).fetch,
    hostname: '127.0.0.1',
    port,
  });
  await once(server, 'listening');
  const { apiKey, authDomain } = identity;

  /** As a page that is opened: what an earlier one kept is read again. */
  function openPage() {
    const app = initializeApp({ apiKey, authDomain }, `page-${port}`);
    const auth = initializeAuth(app, { persistence: inMemoryPersistence, errorMap: debugErrorMap });
    const host = `127.0.0.1:${port}/identity`;
    Object.assign(auth.config, { apiScheme: 'http', apiHost: host, tokenApiHost: host });
    return { auth, close: () => deleteApp(app) };
  }

  return {
    ...identity,
    openPage,
    async [Symbol.asyncDispose]() {
      server.close();
      await identity[Symbol.asyncDispose]();
    },
  };
}

/** The code of a mail's link. */
export const codeIn = (mail: { text: string } | undefined): string =>
  new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('oobCode') ?? '';

/** What the SDK throws. */
export const failure = (code: string) => ({ code: `auth/${code}` });
