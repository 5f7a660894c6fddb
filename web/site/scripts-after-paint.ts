import { rewriteStart } from './start-script.ts';

/**
 * Lets a prerendered page be seen before its scripts are fetched: until then they would share a slow line with style,
 * typeface and first picture, and a slow phone with the painting. `first` runs before everything else. Fails loudly when
 * React Router writes another page.
 */
export function scriptsAfterPaint(html: string, first = ''): string {
  const preloads: string[] = [];
  const withoutPreloads = html.replaceAll(
    /<link rel="modulepreload" href="([^"]+)"\/>/g,
    (_, href: string) => {
      preloads.push(href);
      return '';
    },
  );
  if (preloads.length === 0) throw new Error('React Router starts its pages in another way now.');
  const start = [
    first + untilSeen,
    `for (const href of ${JSON.stringify(preloads)})`,
    '  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));\n',
  ].join('\n');
  return rewriteStart(withoutPreloads, start);
}

// A frame's callback comes before the paint, on a fast line by long enough for all scripts to be asked for. A browser that
// keeps its paints to itself and a picture that does not come are waited for no longer than these times, in ms.
const untilSeen = `if (!document.hidden) {
  await new Promise((painted) => {
    new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
    requestAnimationFrame(() => setTimeout(painted, 500));
  });
  await new Promise((come) => {
    if (document.readyState === "complete") come();
    addEventListener("load", come);
    setTimeout(come, 1000);
  });
}`;
