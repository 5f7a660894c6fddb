import type * as z from 'zod/mini';
import type { BodyJson, Endpoint, QueryJson, ResponseOf } from '#contract/endpoint.ts';
import { language } from '#web/i18n/language.ts';
import { type AccessToken, type AuthInterceptor, accessToken, authInterceptor } from './access-token.ts';
import { readErrorResponse } from './error-response.ts';
import { NetworkError } from './errors.ts';
import { hasSignedOut } from './has-signed-out.ts';
import { fetchOrReuse, rejectOnAbort } from './preloaded-requests.ts';
import { recordServerTime } from './site-clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any query, body and response
type AnyEndpoint = Endpoint<any, any, any>;

export type CallInput<E> = {
  /** Values of path parameters such as `:id`. */
  params?: Record<string, string>;
  query?: QueryJson<E>;
  body?: BodyJson<E>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The id of the user for whom the call changes something. Default: the signed-in user. */
  owner?: string;
};

export type Client = {
  /**
   * Calls the product server. Throws ApiError for an error response and NetworkError if the server is
   * unreachable.
   */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>>;
  /**
   * Sends one request to any URL, and returns error responses as well. Adds the access token for our own
   * origin, and handles 401 and 403. If `owner` has signed out, a change is not sent. Its promise never
   * settles, even if it was sent before, because an error would be shown to the browser's next user.
   * @throws NetworkError
   */
  send(url: string | URL, init?: RequestInit, owner?: string): Promise<Response>;
};

type ClientDeps = {
  fetch: (address: URL, init: RequestInit) => Promise<Response>;
  token: AccessToken;
  interceptor: AuthInterceptor;
  origin: () => string;
};

const TIMEOUT_MS = 30_000;

export function createClient({ fetch, token, interceptor, origin }: ClientDeps): Client {
  async function send(
    url: string | URL,
    init: RequestInit = {},
    owner = interceptor.read().user?.uid,
  ): Promise<Response> {
    const address = new URL(url, origin());
    const isOwn = address.origin === origin() && !new Headers(init.headers).has('Authorization');
    if (!isOwn) return await attempt(address, init);
    const isChange = init.method !== undefined && init.method !== 'GET';
    const stopIfSignedOut = async () => {
      if (isChange && owner !== undefined && hasSignedOut(owner, interceptor.read()))
        await new Promise(() => {}); // Never settles: the caller would show an error to the next user.
    };
    await stopIfSignedOut();
    const sent = token.read();
    const response = await attempt(address, withToken(init, sent)).finally(stopIfSignedOut);
    const isRenewed =
      (response.status === 401 && (await interceptor.renewAccess(sent))) ||
      (response.status === 403 && (await interceptor.onForbidden(sent)));
    await stopIfSignedOut();
    return isRenewed ? resend(address, init).finally(stopIfSignedOut) : response;
  }

  async function resend(address: URL, init: RequestInit): Promise<Response> {
    const sent = token.read();
    const response = await attempt(address, withToken(init, sent));
    if (response.status === 403) await interceptor.onForbidden(sent);
    return response;
  }

  async function attempt(address: URL, init: RequestInit): Promise<Response> {
    try {
      const response = await rejectOnAbort(init.signal, fetch(address, init));
      // A browser extension may replace `fetch` and return anything.
      if (typeof response?.status !== 'number') throw new TypeError('No response');
      if (address.origin === origin()) recordServerTime(response);
      return response;
    } catch (cause) {
      if (init.signal?.aborted && init.signal.reason !== timeoutError) throw cause;
      throw new NetworkError(cause);
    }
  }

  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ResponseOf<E>> {
    const { signal, stop } = withTimeout(input.signal);
    try {
      const request = buildRequest(endpoint, input, signal);
      const response = await send(buildUrl(endpoint, input), request, input.owner);
      if (!response.ok) throw await rejectOnAbort(signal, readErrorResponse(response));
      const { response: schema } = endpoint;
      return (schema ? await rejectOnAbort(signal, readBody(response, schema)) : undefined) as ResponseOf<E>;
    } finally {
      stop();
    }
  }

  return { call, send };
}

const timeoutError = new DOMException('The request timed out.', 'TimeoutError');

/** Returns a signal that aborts with the caller's signal or after the timeout. */
function withTimeout(callerSignal?: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeoutError), TIMEOUT_MS);
  const abort = () => controller.abort(callerSignal?.reason);
  if (callerSignal?.aborted) abort();
  callerSignal?.addEventListener('abort', abort);
  const stop = () => {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, stop };
}

/** `AbortSignal.timeout` for our oldest supported browsers, which lack it. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('The request timed out.', 'TimeoutError')), ms);
  return controller.signal;
}

function buildUrl<E extends AnyEndpoint>(endpoint: E, { params = {}, query }: CallInput<E>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search && `?${search}`}`;
}

function buildRequest<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): RequestInit {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': language, ...input.headers });
  if (input.body === undefined) return { method: endpoint.method, headers, signal };
  headers.set('Content-Type', 'application/json');
  return { method: endpoint.method, headers, signal, body: JSON.stringify(input.body) };
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  if (!token) return init;
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/**
 * Reads a response body and checks its type. A captive portal or a browser extension may send another type.
 */
async function readBody(response: Response, schema: z.ZodMiniType): Promise<unknown> {
  try {
    const { type } = schema._zod.def;
    const body: unknown = type === 'string' ? await response.text() : await response.json();
    if (typeName(body) !== (typeNames[type] ?? 'object')) throw new TypeError('Unexpected response');
    return body;
  } catch (cause) {
    throw new NetworkError(cause);
  }
}

/** JSON types by schema type. All other schemas are objects. */
const typeNames: Record<string, string> = { array: 'array', string: 'string' };

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

export const { call, send } = createClient({
  fetch: fetchOrReuse,
  token: accessToken,
  interceptor: authInterceptor,
  origin: () => location.origin,
});
