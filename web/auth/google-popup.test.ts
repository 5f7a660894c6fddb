import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openGooglePopup } from './google-popup.ts';

const result = { idToken: 'token', nonce: 'text' };
let popupWindow: { closed: boolean; close(): void };
const open = vi.fn();

/** Stubs a browser window of 1200 by 900 px, 100 px from the left of its screen. */
beforeEach(() => {
  vi.useFakeTimers();
  popupWindow = {
    closed: false,
    close() {
      popupWindow.closed = true;
    },
  };
  open.mockReset().mockImplementation(() => popupWindow);
  const { setInterval, clearInterval, setTimeout, clearTimeout } = globalThis;
  const timers = { setInterval, clearInterval, setTimeout, clearTimeout };
  const screen = { screenX: 100, screenY: 0, outerWidth: 1200, outerHeight: 900 };
  vi.stubGlobal('window', { ...timers, ...screen, open, BroadcastChannel });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const readFlow = () => new URL(open.mock.calls[0]?.[0], 'http://localhost').searchParams.get('flow');

describe('the Google popup', () => {
  test('[IDP-13] is 500 by 600, in the center of the browser window', () => {
    openGooglePopup()?.close();
    expect(open).toHaveBeenCalledWith(
      expect.stringMatching(/^\/identity\/oauth\/google\/start\?flow=[0-9a-f]{32}$/),
      '_blank',
      'popup,width=500,height=600,left=450,top=150',
    );
  });

  test('[IDP-13] reports that it was closed two seconds later', async () => {
    const popup = openGooglePopup();
    const onResult = vi.fn();
    void popup?.result.then(onResult);
    await vi.advanceTimersByTimeAsync(60_000);
    popupWindow.close();
    await vi.advanceTimersByTimeAsync(1999);
    expect(onResult).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(251);
    expect(onResult).toHaveBeenCalledWith({ error: 'popup-closed-by-user' });
  });

  test('[IDP-13] accepts a result that arrives while it closes, and ignores another popup’s', async () => {
    const popup = openGooglePopup();
    const channel = new BroadcastChannel('google-sign-in');
    channel.postMessage({ flow: 'f'.repeat(32), result: { error: 'another-popup' } });
    channel.postMessage('nonsense');
    popupWindow.close();
    channel.postMessage({ flow: readFlow(), result });
    expect(await popup?.result).toEqual(result);
    channel.close();
  });

  test('[IDP-13] is undefined if it is blocked or BroadcastChannel is missing', () => {
    open.mockReturnValue(null);
    expect(openGooglePopup()).toBeUndefined();
    vi.stubGlobal('window', { open });
    open.mockClear();
    expect(openGooglePopup()).toBeUndefined();
    expect(open).not.toHaveBeenCalled();
  });
});
