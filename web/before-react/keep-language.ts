/** What a language switch leaves for the page that it opens. */
type Left = {
  address: string;
  scrollY: number;
  height: number;
  /** Text typed on a sign-in page, by field name. */
  typed: Record<string, string>;
  /** React Router's state: the page that the reader came from. */
  from: unknown;
};

/**
 * Redirects an English page to the stored language or that of `?lang=`. Stores the language whose link is
 * clicked, with the reader's place and what is typed on the sign-in pages, and restores both on the page in
 * that language, before React reads them. React would miss a click before its scripts have loaded.
 *
 * The page contains this function as text (start-scripts.tsx), so it must not refer to anything outside.
 * @param bases path prefixes by language to which this page redirects; none unless it is English
 */
export function keepLanguage(bases: Record<string, string>): void {
  const key = 'readingPosition';
  const listTyped = () =>
    document.querySelectorAll<HTMLInputElement>('form[method=post] :is([name=name], [name=email])');

  function redirect(): void {
    const language = /[?&]lang=(\w+)/.exec(location.search)?.[1] ?? localStorage.getItem('language') ?? '';
    if (!Object.hasOwn(bases, language)) return;
    const search = location.search.replace(/[?&]lang=\w+/, '').replace(/^&/, '?');
    // `replace` keeps the English page out of the history.
    location.replace(bases[language] + location.pathname.replace(/^\/$/, '') + search + location.hash);
  }

  function store(event: Event): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[hreflang]');
    if (!link) return;
    const typed = Object.fromEntries([...listTyped()].map(({ name, value }) => [name, value]));
    const { scrollHeight: height } = document.documentElement;
    const left: Left = { address: link.href, scrollY, height, typed, from: history.state?.usr?.from };
    try {
      localStorage.setItem('language', link.hreflang);
      sessionStorage.setItem(key, JSON.stringify(left));
    } catch {
      // Storage is blocked.
    }
  }

  function restore(): void {
    const left: Left | null = JSON.parse(sessionStorage.getItem(key) as string);
    sessionStorage.removeItem(key);
    if (left?.address !== location.href) return;
    // React Router discards a state without a key.
    if (left.from) history.replaceState({ usr: { from: left.from }, key: String(Date.now()) }, '');
    addEventListener('DOMContentLoaded', () => {
      for (const input of listTyped())
        if (left.typed[input.name]) input.value = left.typed[input.name] as string;
      if (left.scrollY) scrollWhenLoaded(left);
    });
  }

  /** Scrolls to the same relative position once the page is about as long, unless the reader does something first. */
  function scrollWhenLoaded({ scrollY: top, height: before }: Left): void {
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = root.scrollHeight;
      if (Math.abs(height / before - 1) > 0.125) return;
      observer.disconnect();
      scrollTo({ top: (top / (before - innerHeight)) * (height - innerHeight), behavior: 'instant' });
    });
    observer.observe(root);
    for (const type of ['pointerdown', 'wheel', 'keydown'])
      addEventListener(type, () => observer.disconnect(), { once: true });
  }

  addEventListener('click', store, true);
  try {
    redirect();
    restore();
  } catch {
    // Storage is blocked.
  }
}
