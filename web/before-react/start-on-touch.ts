declare global {
  /** Stops capturing clicks, and repeats those that came before hydration. Set by `startOnTouch`. */
  var onHydrated: () => void;
  var __reactRouterContext: { streamController: ReadableStreamDefaultController<string> };
}

type Connection = { saveData?: boolean; effectiveType?: string; type?: string };

/** Element ids of React Router's scripts, the loader data and the notice that scripts did not load. */
export type StartIds = { scripts: string; data: string; notice: string };

/**
 * Starts React at the first sign of use: a touch, key, scroll or pointer. Starts immediately if the page is
 * empty or depends on the address or on stored data, and when a spinner comes into view. Until hydration,
 * captures clicks on buttons and on links to a section, shows them as pressed, and repeats each once
 * afterwards. Three seconds after the page has loaded, fetches the scripts without running them.
 *
 * The page contains this function as text (start-scripts.tsx), so it must not refer to anything outside.
 * @param keys React starts immediately if the browser's storage has a value for one of them
 * @param isShell whether the page is empty without scripts, so that a reload loses nothing
 */
export function startOnTouch(ids: StartIds, keys: readonly string[], isShell: boolean): void {
  const hydration = new AbortController();
  const { signal } = hydration;
  const on = (type: string, listener: (event: never) => void, until?: AbortSignal) =>
    addEventListener(type, listener as EventListener, { capture: true, signal: until as AbortSignal });
  const { pathname } = location;
  const pressed = new Set<HTMLElement>();
  let isParsed = false;
  let isStarted = false;
  let isLeaving = false;

  const reload = () => location.reload();
  const find = (id: string) => document.getElementById(id) as HTMLElement;
  const readScripts = () =>
    document.createRange().createContextualFragment(find(ids.scripts).textContent as string);

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    if (isParsed) insertScripts();
  }

  function insertScripts(): void {
    // Firefox keeps no page in its back/forward cache that has this listener.
    on('beforeunload', () => (isLeaving = true), signal);
    // The import of the entry has no error event. After another rejection, hydration hides the notice.
    on('unhandledrejection', fail, signal);
    const scripts = readScripts();
    // The last script imports the page's modules.
    (scripts.lastChild as HTMLScriptElement).onerror = fail;
    document.head.append(scripts);
    const { streamController } = __reactRouterContext;
    streamController.enqueue(JSON.parse(find(ids.data).textContent as string));
    streamController.close();
  }

  /**
   * Reloads a page once that is empty or unused, because browsers do not retry a failed import and busy ones
   * cancel some. Otherwise shows the notice. Offline, only a service worker can load the page again. While
   * the user is leaving, a reload would cancel the navigation.
   */
  function fail(): void {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const { userActivation, onLine, serviceWorker } = navigator;
    const isUnused = isShell || userActivation?.hasBeenActive === false;
    const canLoad = onLine || serviceWorker?.controller;
    if (isUnused && canLoad && !isLeaving && load?.type !== 'reload') reload();
    const notice = find(ids.notice);
    // Set only now, so that no hidden alert is in the page.
    notice.setAttribute('role', 'alert');
    notice.hidden = false;
    showPressed(false);
    if (isShell) on('online', reload);
  }

  /** Enter in a field clicks its form's button. */
  function onClick(event: MouseEvent): void {
    const button = (event.target as Element).closest<HTMLButtonElement>('button, a[href*="#"]');
    // Browsers with popovers need no script to open or close one. A modified click opens a link in a new tab.
    const { ctrlKey, metaKey, shiftKey } = event;
    if (!button || button.popoverTargetElement || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.add(button);
    showPressed(true);
    start();
  }

  function showPressed(isPressed: boolean): void {
    for (const button of pressed) button.toggleAttribute('data-pressed', isPressed);
  }

  window.onHydrated = () => {
    hydration.abort();
    find(ids.notice).hidden = true;
    showPressed(false);
    for (const button of pressed) button.click();
  };

  /** Fetches the scripts without running them, unless the user saves data or pays for it. */
  function prefetch(): void {
    const { saveData, effectiveType, type } = (navigator as { connection?: Connection }).connection ?? {};
    if (isStarted || saveData || /2g/.test(effectiveType as string) || type === 'cellular') return;
    for (const link of readScripts().querySelectorAll('link')) {
      link.fetchPriority = 'low';
      document.head.append(link);
    }
  }

  for (const type of ['pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel']) on(type, start, signal);
  on('click', onClick, signal);
  on('focusin', (event: FocusEvent) => (event.target as Element).matches('[autofocus]') || start(), signal);
  // A pointer that does not move only shows that the page was laid out below it.
  on('pointermove', (event: PointerEvent) => (event.movementX || event.movementY) && start(), signal);
  // Back shows another page, whose HTML React would not find.
  on('popstate', () => location.pathname !== pathname && reload(), signal);
  on('DOMContentLoaded', () => {
    isParsed = true;
    if (isStarted) insertScripts();
    const observer = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && start());
    for (const spinner of document.querySelectorAll('.bb-spinner')) observer.observe(spinner);
    // A page translator changes the page, so React will not find its HTML. Later it would lose typed text.
    new MutationObserver((_, mutations) => {
      mutations.disconnect();
      start();
    }).observe(document.body, { childList: true, subtree: true });
  });
  on('load', () => setTimeout(prefetch, 3000));

  if (isShell || /[?#]/.test(location.href)) start();
  try {
    if (keys.some((key) => localStorage[key] || sessionStorage[key])) start();
  } catch {
    // Storage is blocked.
  }
}
