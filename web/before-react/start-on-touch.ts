declare global {
  /** Stops capturing clicks, and repeats those that came before hydration. Set by `startOnTouch`. */
  var onHydrated: () => void;
  var __reactRouterContext: { streamController: ReadableStreamDefaultController<string> };
}

type Connection = { saveData?: boolean; effectiveType?: string; type?: string };

export type StartOptions = {
  /** The page is empty without scripts, so React starts immediately, and a reload loses nothing. */
  isShell: boolean;
  /** React starts immediately if the browser's storage has a value for one of these keys. */
  storageKeys: readonly string[];
  /** Element ids of React Router's scripts, the loader data and the notice that scripts did not load. */
  ids: { scripts: string; loaderData: string; notice: string };
};

/**
 * Starts React at the first sign of use: a touch, key, scroll or pointer. Starts immediately if the page is
 * empty or depends on the address or on stored data, and when a spinner comes into view. Until hydration, captures clicks on buttons and submits, shows them as pressed, and repeats each once
 * afterwards. Fetches the scripts without running them when the page has been idle for three seconds.
 *
 * The page contains this function as text (start-scripts.tsx), so it must not refer to anything outside.
 */
export function startOnTouch({ isShell, storageKeys, ids }: StartOptions): void {
  const find = (id: string) => document.getElementById(id) as HTMLElement;
  const on = (type: string, listener: (event: never) => void) =>
    addEventListener(type, listener as EventListener, true);
  const waiting = new Map<HTMLElement, () => void>();
  const { pathname } = location;
  let isStarted = false;
  let isLeaving = false;

  function readScripts(): DocumentFragment {
    return document.createRange().createContextualFragment(find(ids.scripts).textContent as string);
  }

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    if (document.readyState === 'loading') on('DOMContentLoaded', insertScripts);
    else insertScripts();
  }

  function insertScripts(): void {
    on('beforeunload', onLeave);
    // The import of the entry has no error event.
    on('unhandledrejection', fail);
    const scripts = readScripts();
    for (const script of scripts.querySelectorAll('script')) script.onerror = fail;
    document.head.append(scripts);
    const { streamController } = window.__reactRouterContext;
    streamController.enqueue(JSON.parse(find(ids.loaderData).textContent as string));
    streamController.close();
  }

  /**
   * Reloads a page once that is empty or unused, because browsers do not retry a failed import and busy ones
   * cancel some. Otherwise shows the notice. Offline, only a service worker can load the page again. While
   * the user is leaving, a reload would cancel the navigation.
   */
  function fail(): void {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isUnused = isShell || navigator.userActivation?.hasBeenActive === false;
    const canLoad = navigator.onLine || navigator.serviceWorker?.controller;
    if (isUnused && canLoad && !isLeaving && load?.type !== 'reload') location.reload();
    const notice = find(ids.notice);
    // Set only now, so that no hidden alert is in the page.
    notice.setAttribute('role', 'alert');
    notice.hidden = false;
    stopWaiting();
    if (isShell) on('online', () => location.reload());
  }

  function onLeave(): void {
    isLeaving = true;
  }

  /** Captures a click on a button, or a submit. */
  function onClick(event: Event): void {
    const target = event.target as HTMLElement;
    const isSubmit = event.type === 'submit';
    const element = isSubmit ? target : target.closest<HTMLElement>('button:not([popovertarget])');
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    element.setAttribute('data-pressed', '');
    waiting.set(element, () => (isSubmit ? (element as HTMLFormElement).requestSubmit() : element.click()));
    start();
  }

  const listeners: Record<string, (event: never) => void> = {
    click: onClick,
    submit: onClick,
    /** A pointer that does not move only shows that the page was laid out below it. */
    pointermove({ movementX, movementY }: PointerEvent) {
      if (movementX || movementY) start();
    },
    /** Back shows another page, whose HTML React would not find. */
    popstate() {
      if (location.pathname !== pathname) location.reload();
    },
  };
  for (const type of ['pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'])
    listeners[type] = start;
  for (const type in listeners) on(type, listeners[type] as () => void);

  /** Firefox keeps no page in its back/forward cache that listens for `beforeunload`. */
  function stopWaiting(): void {
    removeEventListener('beforeunload', onLeave, true);
    removeEventListener('unhandledrejection', fail, true);
    for (const element of waiting.keys()) element.removeAttribute('data-pressed');
  }

  window.onHydrated = () => {
    for (const type in listeners) removeEventListener(type, listeners[type] as EventListener, true);
    stopWaiting();
    for (const repeat of waiting.values()) repeat();
    waiting.clear();
  };

  function hasStored(): boolean {
    try {
      return storageKeys.some((key) => localStorage[key] || sessionStorage[key]);
    } catch {
      return false;
    }
  }

  /** Fetches the scripts without running them, unless the user saves data or pays for it. */
  function prefetch(): void {
    const { saveData, effectiveType, type } = (navigator as { connection?: Connection }).connection ?? {};
    if (isStarted || saveData || /2g/.test(effectiveType as string) || type === 'cellular') return;
    for (const link of readScripts().querySelectorAll('link')) {
      link.fetchPriority = 'low';
      document.head.append(link);
    }
  }

  // Chromium's install prompt may be offered before React starts (install-button.tsx).
  on('beforeinstallprompt', (event: Event) => {
    event.preventDefault();
    window.installPromptEvent = event as never;
  });
  on('DOMContentLoaded', () => {
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) start();
    });
    for (const element of document.querySelectorAll('.bb-spinner')) observer.observe(element);
  });
  on('load', () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(prefetch), 3000));
  if (isShell || location.hash || location.search || hasStored()) start();
}
