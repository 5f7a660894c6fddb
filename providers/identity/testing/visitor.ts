/** A browser as far as signing in with Google asks: it keeps cookies, host by host, and follows nothing by itself. */
export function createVisitor(inside: (request: Request) => Response | Promise<Response>, ourOrigin: string) {
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
    const response = origin === ourOrigin ? await inside(request) : await fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', ...value] = pair.split('=');
      if (attributes.includes('Max-Age=0') || /expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return response;
  }

  /** Where an answer sends the browser. */
  const target = (response: Response, from: string | URL): URL =>
    new URL(response.headers.get('location') ?? '', from);

  /** Follows redirects until a page of ours would be asked, or a page comes. */
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
