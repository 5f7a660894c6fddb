import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openGooglePopup } from './google-popup.ts';

const answer = { idToken: 'token', nonce: 'text' };
let opened: { closed: boolean; close(): void };
const open = vi.fn();

/** A browser 1200 by 900, 100 from the left of its screen. */
beforeEach(() => {
  vi.useFakeTimers();
  opened = {
    closed: false,
    close() {
      opened.closed = true;
    },
  };
  open.mockReset().mockImplementation(() => opened);
  const { setInterval, clearInterval, setTimeout, clearTimeout } = globalThis;
  const timers = { setInterval, clearInterval, setTimeout, clearTimeout };
  const screen = { screenX: 100, screenY: 0, outerWidth: 1200, outerHeight: 900 };
  vi.stubGlobal('window', { ...timers, ...screen, open, BroadcastChannel });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const flowOf = () => new URL(open.mock.calls[0]?.[0], 'http://localhost').searchParams.get('flow');

describe('the window of Google', () => {
  test('[IDP-13] is 500 by 600, in the middle of the browser', () => {
    openGooglePopup()?.close();
    expect(open).toHaveBeenCalledWith(
      expect.stringMatching(/^\/identity\/oauth\/google\/start\?flow=[0-9a-f]{32}$/),
      '_blank',
      'popup,width=500,height=600,left=450,top=150',
    );
  });

  test('[IDP-13] a closed one is told of two seconds later', async () => {
    const popup = openGooglePopup();
    const told = vi.fn();
    void popup?.answer.then(told);
    await vi.advanceTimersByTimeAsync(60_000);
    opened.close();
    await vi.advanceTimersByTimeAsync(1999);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(251);
    expect(told).toHaveBeenCalledWith({ error: 'popup-closed-by-user' });
  });

  test('[IDP-13] an answer that comes while it closes counts, and another window’s never', async () => {
    const popup = openGooglePopup();
    const channel = new BroadcastChannel('google-sign-in');
    channel.postMessage({ flow: 'f'.repeat(32), answer: { error: 'of another window' } });
    channel.postMessage('nonsense');
    opened.close();
    channel.postMessage({ flow: flowOf(), answer });
    expect(await popup?.answer).toEqual(answer);
    channel.close();
  });

  test('[IDP-13] a blocked one is none, and so is one that could not tell its answer', () => {
    open.mockReturnValue(null);
    expect(openGooglePopup()).toBeUndefined();
    vi.stubGlobal('window', { open });
    open.mockClear();
    expect(openGooglePopup()).toBeUndefined();
    expect(open).not.toHaveBeenCalled();
  });
});
