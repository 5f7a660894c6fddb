import { Hono } from 'hono';
import { createTestIdentity } from './test-identity.ts';

export const publicUrl = 'http://localhost:3000';
export const googlePagesUrl = `${publicUrl}/identity/oauth/google`;
export const flow = '0123456789abcdef0123456789abcdef';

type Options = NonNullable<Parameters<typeof createTestIdentity>[0]>;

/** Mounts the provider as the site does. `visitor` opens another browser. */
export async function openSite(options: Options) {
  const idp = await createTestIdentity({ publicUrl, fetch, ...options });
  const app = new Hono().route('/identity', idp.app);
  const { origin } = new URL(options.publicUrl ?? publicUrl);
  return { ...idp, visitor: () => createVisitor((request) => app.fetch(request), origin) };
}

export type PageMessage = { flow?: string; result: { idToken: string; nonce: string; error?: string } };

/** Returns the message of the last page to the page that opened it. */
export async function readPageMessage(response: Response): Promise<PageMessage> {
  const [, message] = /data-message="([^"]*)"/.exec(await response.text()) ?? [];
  return JSON.parse((message ?? 'null').replaceAll('&quot;', '"'));
}

export const extractState = (page: string): string => /name="state" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Creates a minimal browser: it stores cookies by host and does not follow redirects automatically. */
function createVisitor(
  fetchInProcess: (request: Request) => Response | Promise<Response>,
  ourOrigin: string,
) {
  const jars = new Map<string, Map<string, string>>();

  async function send(url: string | URL, form?: Record<string, string>): Promise<Response> {
    const { origin, host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const request = new Request(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    });
    const response = origin === ourOrigin ? await fetchInProcess(request) : await fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', ...value] = pair.split('=');
      if (attributes.includes('Max-Age=0') || /expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return response;
  }

  /** Returns the URL that a response redirects to. */
  const target = (response: Response, from: string | URL): URL =>
    new URL(response.headers.get('location') ?? '', from);

  /** Follows redirects until a page of another origin loads or a URL of our own is next. */
  async function follow(url: URL): Promise<URL> {
    let at = url;
    while (at.origin !== ourOrigin) {
      const response = await send(at);
      if (response.status === 200) return at;
      at = target(response, at);
    }
    return at;
  }

  return { send, follow, target, jars };
}

export type Visitor = ReturnType<typeof createVisitor>;
