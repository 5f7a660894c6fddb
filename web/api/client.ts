import type * as z from 'zod/mini';
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { language } from '#web/i18n/language.ts';
import { type AccessToken, type AuthInterceptor, accessToken, authInterceptor } from './access-token.ts';
import { NetworkError, readErrorResponse } from './errors.ts';
import { fetchOrReuse, rejectOnAbort } from './preloaded-requests.ts';
import { noteServerTime } from './site-clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any query, body and answer
type AnyEndpoint = Endpoint<any, any, any>;

export type CallInput<E> = {
  /** What stands for `:id` and the like in the path. */
  params?: Record<string, string>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Client = {
  /** Calls the product server. Throws ApiError when it refuses and NetworkError when it cannot be reached. */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>>;
  /**
   * One request to any address; our own origin gets the access token, with the same care for 401 and 403.
   * Gives the answer as it is, refused or not. Throws NetworkError.
   */
  send(url: string | URL, init?: RequestInit): Promise<Response>;
};

type Parts = {
  fetch: (address: URL, init: RequestInit) => Promise<Response>;
  token: AccessToken;
  interceptor: AuthInterceptor;
  origin: () => string;
};

const answerWithin = 30_000;

export function createClient({ fetch, token, interceptor, origin }: Parts): Client {
  async function send(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const address = new URL(url, origin());
    const own = address.origin === origin() && !new Headers(init.headers).has('Authorization');
    if (!own) return await attempt(address, init);
    const sent = token.read();
    const response = await attempt(address, withToken(init, sent));
    if (response.status === 401 && (await interceptor.renew(sent))) return await sendAgain(address, init);
    if (response.status === 403) interceptor.onForbidden(sent);
    return response;
  }

  async function sendAgain(address: URL, init: RequestInit): Promise<Response> {
    const sent = token.read();
    const response = await attempt(address, withToken(init, sent));
    if (response.status === 403) interceptor.onForbidden(sent);
    return response;
  }

  async function attempt(address: URL, init: RequestInit): Promise<Response> {
    try {
      const response = await rejectOnAbort(init.signal, fetch(address, init));
      // An extension of the browser may stand where `fetch` was, and give anything.
      if (typeof response?.status !== 'number') throw new TypeError('That is no answer.');
      if (address.origin === origin()) noteServerTime(response);
      return response;
    } catch (cause) {
      if (init.signal?.aborted && init.signal.reason !== tooLate) throw cause;
      throw new NetworkError(cause);
    }
  }

  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ResponseOf<E>> {
    const { signal, stop } = timeoutMs(input.signal);
    try {
      const response = await send(addressOf(endpoint, input), requestOf(endpoint, input, signal));
      if (!response.ok) throw await rejectOnAbort(signal, readErrorResponse(response));
      const { response: answer } = endpoint;
      return (
        answer ? await rejectOnAbort(signal, readAnswer(response, answer)) : undefined
      ) as ResponseOf<E>;
    } finally {
      stop();
    }
  }

  return { call, send };
}

const tooLate = new DOMException('No answer in time', 'TimeoutError');

/** Aborts with the caller's signal, or when no answer has come in time. */
function timeoutMs(callers?: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(tooLate), answerWithin);
  const follow = () => controller.abort(callers?.reason);
  if (callers?.aborted) follow();
  callers?.addEventListener('abort', follow);
  const stop = () => {
    clearTimeout(timer);
    callers?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, stop };
}

function addressOf<E extends AnyEndpoint>(endpoint: E, { params = {}, query }: CallInput<E>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search && `?${search}`}`;
}

function requestOf<E extends AnyEndpoint>(
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

/** Of the kind that the contract has. What a hotel's sign-in page or an extension of the browser says is no answer. */
async function readAnswer(response: Response, expected: z.ZodMiniType): Promise<unknown> {
  try {
    const { type } = expected._zod.def;
    const answer: unknown = type === 'string' ? await response.text() : await response.json();
    if (kindOf(answer) !== (kinds[type] ?? 'object')) throw new TypeError('That is not what was asked for.');
    return answer;
  } catch (cause) {
    throw new NetworkError(cause);
  }
}

/** Where it is no object. */
const kinds: Record<string, string> = { array: 'array', string: 'string' };

const kindOf = (answer: unknown): string =>
  answer === null ? 'null' : Array.isArray(answer) ? 'array' : typeof answer;

export const { call, send } = createClient({
  fetch: fetchOrReuse,
  token: accessToken,
  interceptor: authInterceptor,
  origin: () => location.origin,
});
