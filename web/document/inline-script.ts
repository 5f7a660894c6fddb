/** The id of the sentence, hidden in every page, for whom its scripts do not come. */
export const HYDRATION_FAILED_ID = 'not-alive';

/** An alert only once it is one: whoever looks for alerts in a page finds none that is hidden. As old browsers read it. */
const tell = `(function (sentence) {
  sentence.setAttribute("role", "alert");
  sentence.hidden = false;
})(document.getElementById(${JSON.stringify(HYDRATION_FAILED_ID)}))`;

/** A browser offers once, perhaps before the page's scripts have come, that the site be installed (install-button.tsx). */
const keepInstallOffer = `addEventListener("beforeinstallprompt", (offer) => { offer.preventDefault(); window.installOffer = offer; });
`;

/** For browsers that know no modules: they run this instead of the start script. */
export const showOldBrowserNotice = tell;

/** The same of a page that is alive but for what it mainly consists of. */
export function showHydrationFailed(now: boolean): void {
  const sentence = document.getElementById(HYDRATION_FAILED_ID);
  sentence?.setAttribute('role', 'alert');
  if (sentence) sentence.hidden = !now;
}

/**
 * Rewrites how React Router starts a prerendered page: `first` comes before, and where anything of it does not come
 * the page says so, instead of standing there with buttons that do nothing. Fails loudly when React Router has changed.
 */
export function rewriteStartScript(html: string, first = ''): string {
  const start = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/.exec(html);
  if (!start) throw new Error('React Router starts its pages in another way now.');
  if (!html.includes(encoderStream)) throw new Error('React Router hands its data over in another way now.');
  const [whole, open, script = '', close] = start;
  const imports = script
    .replaceAll(/^import "([^"]+)";$/gm, 'await import("$1");')
    .replaceAll(/^import \* as (\w+) from "([^"]+)";$/gm, 'const $1 = await import("$2");')
    .replaceAll(/^import\("([^"]+)"\);$/gm, 'await import("$1");');
  if (/^import\b/m.test(imports)) throw new Error('React Router imports its pages in another way now.');
  // Not awaited at the top: a browser that does not know that would not run a line of it.
  const careful = `${keepInstallOffer}(async () => {\n${first}${imports}\n})().catch(() => { ${tell}; });`;
  return html.replace(encoderStream, olderEncoderStream).replace(whole, () => `${open}${careful}${close}`);
}

/** How React Router encodes the data in the page; Firefox has this class since 105 (scripts/old-browsers/oldest.ts). */
const encoderStream = 'new TextEncoderStream()';
const olderEncoderStream =
  'new TransformStream({transform(text, out) {out.enqueue(new TextEncoder().encode(text));}})';
