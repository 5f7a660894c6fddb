import { useEffect } from 'react';

/**
 * Scrolls to the section in the URL's hash and focuses it, because the browser tried before the sections were
 * rendered. Does nothing if the page has scrolled.
 */
export function useScrollToHash(): void {
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || window.scrollY > 0) return;
    target.scrollIntoView({ behavior: 'auto' });
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, []);
}
