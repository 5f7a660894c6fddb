/** Id of the hidden notice that is shown if the page's scripts do not load. */
export const HYDRATION_FAILED_ID = 'hydration-failed';

/**
 * Shows the notice. Sets `role=alert` only now, so that no hidden alert is in the page. ES5, for old
 * browsers.
 */
const showNotice = `(function (notice) {
  notice.setAttribute("role", "alert");
  notice.hidden = false;
})(document.getElementById("${HYDRATION_FAILED_ID}"))`;

/** Saves the install prompt event, which may fire before the page's scripts load (install-button.tsx). */
const saveInstallPrompt = `addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); window.installPromptEvent = event; });
`;

/**
 * Reloads the page if Back leads to another page before React has started, because React would hydrate the
 * wrong HTML. Root removes the listener.
 */
const reloadOnEarlyBack = `const { pathname } = location;
addEventListener("popstate", window.onEarlyBack = () => { if (location.pathname !== pathname) location.reload(); });
`;

/**
 * Detects that the user is leaving. The listener is removed once the imports have ended, because Firefox
 * keeps no page with such a listener in its back/forward cache.
 */
const noticeLeaving = `let isLeaving = false;
const leave = () => { isLeaving = true; };
addEventListener("beforeunload", leave);
`;

/** Script for browsers without modules, which skip the start script. */
export const showOldBrowserNotice = showNotice;

/** Shows or hides the notice on a page whose main sections did not load. */
export function showHydrationFailed(isShown: boolean): void {
  const notice = document.getElementById(HYDRATION_FAILED_ID);
  notice?.setAttribute('role', 'alert');
  if (notice) notice.hidden = !isShown;
}

/**
 * Reloads the page if `condition` holds and the page was not reloaded before. Skipped while offline without a
 * service worker, and while the user is leaving: Firefox then cancels the imports, and a reload would cancel
 * the navigation.
 */
const reloadOnceIf = (condition: string, otherwise: string) =>
  `const [load] = performance.getEntriesByType("navigation");
  const canLoad = navigator.onLine || navigator.serviceWorker?.controller;
  if (${condition} && !isLeaving && canLoad && load && load.type !== "reload") location.reload(); else { ${otherwise} }`;

type StartOptions = {
  /** Script that runs before the imports. */
  first?: string;
  /** The page has no content before its scripts run, so a reload loses nothing that the visitor has typed. */
  isEmpty?: boolean;
};

/**
 * Rewrites React Router's start script of a prerendered page, so that a failed import shows the notice. A
 * page that is empty, or still unused, is reloaded first: browsers do not retry a failed import, and busy
 * browsers sometimes cancel an import.
 * @throws Error if React Router writes another page format
 */
export function rewriteStartScript(html: string, { first = '', isEmpty = false }: StartOptions = {}): string {
  const start = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/.exec(html);
  if (!start) throw new Error('React Router starts its pages in another way now');
  if (!html.includes(encoderStream)) throw new Error('React Router hands its data over in another way now');
  const [whole, open, script = '', close] = start;
  const imports = script
    .replaceAll(/^import "([^"]+)";$/gm, 'await import("$1");')
    .replaceAll(/^import \* as (\w+) from "([^"]+)";$/gm, 'const $1 = await import("$2");')
    .replaceAll(/^import\("([^"]+)"\);$/gm, 'await import("$1");');
  if (/^import\b/m.test(imports)) throw new Error('React Router imports its pages in another way now');
  // No top-level await: a browser without it would not run the script at all.
  const onFailure = isEmpty
    ? reloadOnceIf('true', `${showNotice}; addEventListener("online", () => location.reload());`)
    : reloadOnceIf('navigator.userActivation?.hasBeenActive === false', `${showNotice};`);
  const guarded = `${saveInstallPrompt}${reloadOnEarlyBack}${noticeLeaving}(async () => {\n${first}${imports}\n})().catch(() => { ${onFailure} }).finally(() => removeEventListener("beforeunload", leave));`;
  return html.replace(encoderStream, encoderStreamFallback).replace(whole, () => `${open}${guarded}${close}`);
}

/**
 * React Router encodes the page's data with this class; Firefox has it since 105
 * (scripts/old-browsers/oldest.ts).
 */
const encoderStream = 'new TextEncoderStream()';
const encoderStreamFallback =
  'new TransformStream({transform(text, out) {out.enqueue(new TextEncoder().encode(text));}})';
