import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchWithProgress } from './upload.ts';

/** Fake XMLHttpRequest with the members used here. */
class FakeRequest {
  static last: FakeRequest;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  readonly aborted = vi.fn();
  responseType = '';
  status = 0;
  response: Blob | null = null;
  responseHeaders = '';
  opened: string[] = [];
  body: unknown;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    FakeRequest.last = this;
  }
  open(...opened: string[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getAllResponseHeaders = () => this.responseHeaders;
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.aborted();
    this.onabort?.();
    this.onloadend?.();
  }
  respond(status: number, body: string, headers = '') {
    Object.assign(this, { status, response: new Blob([body]), responseHeaders: headers });
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startUpload(signal?: AbortSignal) {
  const fractions: number[] = [];
  const fetch = fetchWithProgress((fraction) => fractions.push(fraction));
  const body = new FormData();
  const headers = { Authorization: 'Bearer token-1' };
  const response = fetch('https://site.example/images', {
    method: 'POST',
    body,
    headers,
    signal: signal ?? null,
  });
  response.catch(() => undefined);
  return { response, fractions, body, request: FakeRequest.last };
}

describe('an upload', () => {
  test('sends the request and reports progress', async () => {
    const { response, fractions, body, request } = startUpload();
    expect(request.opened).toEqual(['POST', 'https://site.example/images']);
    expect(request.headers).toEqual({ authorization: 'Bearer token-1' });
    expect(request.body).toBe(body);
    request.upload.onprogress?.({ lengthComputable: true, loaded: 25, total: 100 });
    request.upload.onprogress?.({ lengthComputable: false, loaded: 50, total: 0 });
    request.upload.onprogress?.({ lengthComputable: true, loaded: 100, total: 100 });
    request.respond(429, '{"error":{}}', 'Content-Type: application/json\r\nRetry-After: 7\r\n');
    const result = await response;
    expect(fractions).toEqual([0.25, 1]);
    expect(result.status).toBe(429);
    expect(result.headers.get('Retry-After')).toBe('7');
    expect(await result.json()).toEqual({ error: {} });
  });

  test('accepts an empty response', async () => {
    const { response, request } = startUpload();
    request.respond(204, '');
    expect((await response).body).toBeNull();
  });

  test('fails without a connection as fetch does', async () => {
    const { response, request } = startUpload();
    request.onerror?.();
    await expect(response).rejects.toBeInstanceOf(TypeError);
  });

  test('is aborted by its signal, with the reason of the signal', async () => {
    const controller = new AbortController();
    const { response, request } = startUpload(controller.signal);
    controller.abort('enough');
    await expect(response).rejects.toBe('enough');
    expect(request.aborted).toHaveBeenCalledOnce();
    await expect(startUpload(AbortSignal.abort('before')).response).rejects.toBe('before');
  });

  test('has no time limit while it makes progress, and is aborted when it stalls', async () => {
    const { response, request } = startUpload();
    for (let minute = 1; minute <= 30; minute += 1) {
      vi.advanceTimersByTime(60_000);
      request.upload.onprogress?.({ lengthComputable: true, loaded: minute, total: 100 });
    }
    expect(request.aborted).not.toHaveBeenCalled();
    vi.advanceTimersByTime(90_000);
    await expect(response).rejects.toThrow('stalled');
  });
});
