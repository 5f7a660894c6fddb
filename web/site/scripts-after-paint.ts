import { startWith } from './start-script.ts';

/**
 * Lets a prerendered page be painted before its scripts are fetched: until then they would share a slow line with
 * style and typeface, and a slow phone with the painting.
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
  if (preloads.length === 0) throw new Error('React Router asks for its scripts in another way now.');
  const afterPaint = [
    'if (!document.hidden) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));',
    `for (const href of ${JSON.stringify(preloads)})`,
    '  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));',
  ];
  return startWith(afterPaint.join('\n'), withoutPreloads);
}
