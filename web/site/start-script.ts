/**
 * Puts `first` before everything that the page's start script does, the fetching of its modules included. Rewrites what
 * React Router writes, and fails loudly when that has changed.
 */
export function startWith(first: string, html: string): string {
  const start = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/.exec(html);
  if (!start) throw new Error('React Router starts its pages in another way now.');
  const [whole, open, script = '', close] = start;
  const names: string[] = [];
  const modules: string[] = [];
  const rest = script.replaceAll(
    /^import (?:\* as (\w+) from )?("[^"]+");$/gm,
    (_, name: string | undefined, module: string) => {
      names.push(name ?? '');
      modules.push(`import(${module})`);
      return '';
    },
  );
  if (modules.length === 0 || /^import [^(]/m.test(rest))
    throw new Error('React Router imports its pages in another way now.');
  const imports = `const [${names.join()}] = await Promise.all([${modules.join()}]);`;
  return html.replace(whole, () => `${open}${first}\n${imports}\n${rest.trim()}${close}`);
}
