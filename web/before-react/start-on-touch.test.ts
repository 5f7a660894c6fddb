import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { showNotice } from './show-notice.ts';
import { type StartIds, startOnTouch } from './start-on-touch.ts';

type Start = {
  isShell?: boolean;
  address?: string;
  storage?: Record<string, string>;
  connection?: object;
  type?: string;
  onLine?: boolean;
  controller?: object;
  /** Whether the user has clicked or typed; undefined in old browsers. */
  isUsed?: boolean | undefined;
};

/** Opens a page in a fake browser, whose events the test dispatches. */
function open({
  isShell = false,
  address = 'https://example.org/about',
  storage = {},
  connection,
  type = 'navigate',
  onLine = true,
  controller,
  isUsed,
}: Start = {}) {
  const listeners: { type: string; listener: (event: object) => unknown; signal?: AbortSignal }[] = [];
  const timers: [callback: () => void, ms: number][] = [];
  const inserted: string[] = [];
  const script = { onerror: () => {} };
  const notice = { hidden: true, setAttribute: vi.fn() };
  const reload = vi.fn();
  let changePage = () => {};
  const document = {
    getElementById: (id: string) => (id === 'notice' ? notice : { textContent: '"data"' }),
    createRange: () => ({
      createContextualFragment: () => ({
        lastChild: script,
        querySelectorAll: () => [{ name: 'preload' }],
      }),
    }),
    querySelectorAll: () => [],
    head: { append: ({ name = 'scripts' }: { name?: string }) => inserted.push(name) },
  };
  const enqueue = vi.fn();
  const window: { onHydrated?: () => void } = {};
  const { pathname } = new URL(address);
  const ids: StartIds = { scripts: 'scripts', data: 'data', notice: 'notice' };
  runInNewContext(`(${startOnTouch})(${JSON.stringify(ids)}, ['user'], ${isShell})`, {
    document,
    window,
    __reactRouterContext: { streamController: { enqueue, close: () => {} } },
    AbortController,
    location: { pathname, href: address, reload },
    localStorage: storage,
    sessionStorage: {},
    navigator: {
      onLine,
      connection,
      serviceWorker: { controller },
      userActivation: isUsed === undefined ? undefined : { hasBeenActive: isUsed },
    },
    performance: { getEntriesByType: () => [{ type }] },
    IntersectionObserver: class {
      observe = vi.fn();
    },
    MutationObserver: class {
      constructor(listener: (records: object[], observer: object) => void) {
        changePage = () => listener([], { disconnect: () => {} });
      }
      observe = vi.fn();
    },
    setTimeout: (callback: () => void, ms = 0) => timers.push([callback, ms]),
    addEventListener: (
      name: string,
      listener: (event: object) => unknown,
      { signal }: { signal?: AbortSignal },
    ) => listeners.push({ type: name, listener, ...(signal && { signal }) }),
  });
  const dispatch = (name: string, event: object = {}) => {
    for (const { type, listener, signal } of listeners)
      if (type === name && !signal?.aborted) listener(event);
  };
  const finishParsing = () => {
    dispatch('DOMContentLoaded');
  };
  const runTimers = () => {
    for (const [callback] of timers.splice(0)) callback();
  };
  const isInserted = () => inserted.includes('scripts');
  return {
    dispatch,
    finishParsing,
    changePage: () => changePage(),
    timers,
    runTimers,
    inserted,
    isInserted,
    enqueue,
    script,
    notice,
    reload,
    window,
  };
}

/** A click on a button or, if absent, on another part of the page. */
function click(button?: object) {
  const event = {
    target: { closest: () => button ?? null },
    preventDefault: vi.fn(),
    stopPropagation: vi.fn(),
  };
  return event;
}

describe('React starts', () => {
  test.each(['pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel'])(
    'at the first %s, once, with the data of the page',
    (type) => {
      const page = open();
      page.finishParsing();
      expect(page.isInserted()).toBe(false);
      page.dispatch(type);
      page.dispatch(type);
      expect(page.inserted).toEqual(['scripts']);
      expect(page.enqueue.mock.calls).toEqual([['data']]);
    },
  );

  test('when a page translator changes the page', () => {
    const page = open();
    page.finishParsing();
    expect(page.isInserted()).toBe(false);
    page.changePage();
    expect(page.inserted).toEqual(['scripts']);
  });

  test('when a pointer moves, not when the page is laid out below it', () => {
    const page = open();
    page.finishParsing();
    page.dispatch('pointermove', { movementX: 0, movementY: 0 });
    expect(page.isInserted()).toBe(false);
    page.dispatch('pointermove', { movementX: 0, movementY: 1 });
    expect(page.isInserted()).toBe(true);
  });

  test('when an element gets the focus, unless the page itself focuses a field', () => {
    const page = open();
    page.finishParsing();
    page.dispatch('focusin', { target: { matches: () => true } });
    expect(page.isInserted()).toBe(false);
    page.dispatch('focusin', { target: { matches: () => false } });
    expect(page.isInserted()).toBe(true);
  });

  test('after the page is parsed, if it was touched earlier', () => {
    const page = open();
    page.dispatch('touchstart');
    expect(page.isInserted()).toBe(false);
    page.finishParsing();
    expect(page.isInserted()).toBe(true);
  });

  test.each([
    ['the page is empty', { isShell: true }],
    ['the address has a query', { address: 'https://example.org/?from=1' }],
    ['the address has a hash', { address: 'https://example.org/#request-appointment' }],
    ['a user is stored', { storage: { user: 'rahim' } }],
  ])('immediately if %s', (_, start) => {
    const page = open(start);
    page.finishParsing();
    expect(page.isInserted()).toBe(true);
  });
});

test('the scripts are fetched three seconds after the page has loaded, but not for users who save data', () => {
  const page = open();
  page.finishParsing();
  page.dispatch('load');
  expect(page.timers.map(([, ms]) => ms)).toEqual([3000]);
  page.runTimers();
  expect(page.inserted).toEqual(['preload']);

  for (const connection of [{ saveData: true }, { effectiveType: 'slow-2g' }, { type: 'cellular' }]) {
    const saving = open({ connection });
    saving.finishParsing();
    saving.dispatch('load');
    saving.runTimers();
    expect(saving.inserted).toEqual([]);
  }
});

test('a click on a button is captured, shown as pressed, and repeated once after hydration', () => {
  const page = open();
  page.finishParsing();
  const button = { click: vi.fn(), toggleAttribute: vi.fn() };
  const event = click(button);
  page.dispatch('click', event);
  page.dispatch('click', click(button));
  expect(event.preventDefault).toHaveBeenCalled();
  expect(button.toggleAttribute).toHaveBeenLastCalledWith('data-pressed', true);
  expect(page.isInserted()).toBe(true);
  page.window.onHydrated?.();
  expect(button.toggleAttribute).toHaveBeenLastCalledWith('data-pressed', false);
  expect(button.click).toHaveBeenCalledTimes(1);

  const later = click(button);
  page.dispatch('click', later);
  expect(later.preventDefault).not.toHaveBeenCalled();
});

test.each([
  ['a link to another page', click()],
  ['a button that opens a popover', click({ popoverTargetElement: {} })],
  ['a link to a section, for a new tab', { ...click({}), ctrlKey: true }],
])('a click on %s is left to the browser', (_, event) => {
  const page = open();
  page.dispatch('click', event);
  expect(event.preventDefault).not.toHaveBeenCalled();
});

describe('a script that does not load', () => {
  /** Starts React, and fails. `before`: what happens in between. */
  function fail(start: Start = {}, before?: string) {
    const page = open(start);
    page.finishParsing();
    page.dispatch('touchstart');
    if (before) page.dispatch(before);
    page.script.onerror();
    return { isNoticeShown: !page.notice.hidden, reloads: page.reload.mock.calls.length, ...page };
  }

  test('shows the notice on a page that was used, or that may have been', () => {
    for (const isUsed of [true, undefined])
      expect(fail({ isUsed })).toMatchObject({ isNoticeShown: true, reloads: 0 });
    const page = open({ isUsed: true });
    page.finishParsing();
    page.dispatch('touchstart');
    page.dispatch('unhandledrejection');
    expect(page.notice.hidden).toBe(false);
    page.window.onHydrated?.();
    expect(page.notice.hidden).toBe(true);
  });

  test('reloads an empty or unused page once; offline only if a service worker can respond', () => {
    for (const start of [{ isShell: true }, { isUsed: false }]) {
      expect(fail(start)).toMatchObject({ reloads: 1 });
      expect(fail({ ...start, onLine: false, controller: {} })).toMatchObject({ reloads: 1 });
      for (const changes of [{ type: 'reload' }, { onLine: false }])
        expect(fail({ ...start, ...changes })).toMatchObject({ isNoticeShown: true, reloads: 0 });
    }
  });

  test('does not reload a page that the user is leaving, which would cancel the navigation', () => {
    for (const start of [{ isShell: true }, { isUsed: false }])
      expect(fail(start, 'beforeunload')).toMatchObject({ reloads: 0 });
  });

  test('reloads an empty page when the connection is back; one with content keeps the typed text', () => {
    for (const [isShell, reloads] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const page = fail({ isShell, onLine: false });
      page.dispatch('online');
      expect(page.reload.mock.calls.length).toBe(reloads);
    }
  });
});

test('Back to another page before hydration reloads the page', () => {
  const page = open();
  page.dispatch('popstate');
  expect(page.reload).not.toHaveBeenCalled();
});

test('a browser without modules shows the notice', () => {
  const notice = { hidden: true, setAttribute: () => {} };
  runInNewContext(`(${showNotice})('notice')`, { document: { getElementById: () => notice } });
  expect(notice.hidden).toBe(false);
});
