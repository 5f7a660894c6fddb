/**
 * Lets a prerendered page be painted before its scripts are fetched: until then they would share a slow line with
 * style and typeface, and a slow phone with the painting. Rewrites what React Router writes, and fails loudly when that
 * has changed.
 */
export function scriptsAfterPaint(html: string): string {
  const preloads: string[] = [];
  const withoutPreloads = html.replaceAll(
    /<link rel="modulepreload" href="([^"]+)"\/>/g,
    (_, href: string) => {
      preloads.push(href);
      return '';
    },
  );
  const start = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/.exec(withoutPreloads);
  if (!start || preloads.length === 0) throw new Error('React Router starts its pages in another way now.');
  const [whole, open, script = '', close] = start;
  const late = [
    'if (!document.hidden) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));',
    `for (const href of ${JSON.stringify(preloads)})`,
    '  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));',
    script
      .replaceAll(/^import "([^"]+)";$/gm, 'await import("$1");')
      .replaceAll(/^import \* as (\w+) from "([^"]+)";$/gm, 'const $1 = await import("$2");'),
  ].join('\n');
  if (/^import [^(]/m.test(late)) throw new Error('React Router imports its pages in another way now.');
  return withoutPreloads.replace(whole, () => `${open}${late}${close}`);
}
