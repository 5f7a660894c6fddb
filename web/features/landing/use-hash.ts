import { useEffect } from 'react';

/** Who comes by a link to a section before the sections are there is brought to it with them. */
export function useHash(): void {
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || window.scrollY > 0) return;
    target.scrollIntoView({ behavior: 'auto' });
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, []);
}
