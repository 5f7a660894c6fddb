import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchWithProgress } from './upload.ts';

/** A browser's request, as far as it is used here. */
class FakeRequest {
  static last: FakeRequest;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  readonly aborted = vi.fn();
  responseType = '';
  status = 0;
  response: Blob | null = null;
  answerHeaders = '';
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
  getAllResponseHeaders = () => this.answerHeaders;
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.aborted();
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: string, headers = '') {
    Object.assign(this, { status, response: new Blob([body]), answerHeaders: headers });
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

function started(signal?: AbortSignal) {
  const shares: number[] = [];
  const fetch = fetchWithProgress((share) => shares.push(share));
  const body = new FormData();
  const headers = { Authorization: 'Bearer token-1' };
  const answer = fetch('https://site.example/images', {
    method: 'POST',
    body,
    headers,
    signal: signal ?? null,
  });
  answer.catch(() => undefined);
  return { answer, shares, body, request: FakeRequest.last };
}

describe('an upload', () => {
  test('is the request that was asked for, and tells how much is on its way', async () => {
    const { answer, shares, body, request } = started();
    expect(request.opened).toEqual(['POST', 'https://site.example/images']);
    expect(request.headers).toEqual({ authorization: 'Bearer token-1' });
    expect(request.body).toBe(body);
    request.upload.onprogress?.({ lengthComputable: true, loaded: 25, total: 100 });
    request.upload.onprogress?.({ lengthComputable: false, loaded: 50, total: 0 });
    request.upload.onprogress?.({ lengthComputable: true, loaded: 100, total: 100 });
    request.answer(429, '{"error":{}}', 'Content-Type: application/json\r\nRetry-After: 7\r\n');
    const response = await answer;
    expect(shares).toEqual([0.25, 1]);
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('7');
    expect(await response.json()).toEqual({ error: {} });
  });

  test('may be answered with nothing', async () => {
    const { answer, request } = started();
    request.answer(204, '');
    expect((await answer).body).toBeNull();
  });

  test('that gets no connection fails as fetch does', async () => {
    const { answer, request } = started();
    request.onerror?.();
    await expect(answer).rejects.toBeInstanceOf(TypeError);
  });

  test('is ended by its signal, whose reason is given', async () => {
    const controller = new AbortController();
    const { answer, request } = started(controller.signal);
    controller.abort('enough');
    await expect(answer).rejects.toBe('enough');
    expect(request.aborted).toHaveBeenCalledOnce();
    await expect(started(AbortSignal.abort('before')).answer).rejects.toBe('before');
  });

  test('may take for ever while it moves, and is given up when it stands still', async () => {
    const { answer, request } = started();
    for (let minute = 1; minute <= 30; minute += 1) {
      vi.advanceTimersByTime(60_000);
      request.upload.onprogress?.({ lengthComputable: true, loaded: minute, total: 100 });
    }
    expect(request.aborted).not.toHaveBeenCalled();
    vi.advanceTimersByTime(90_000);
    await expect(answer).rejects.toThrow('stood still');
  });
});
