import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation inside the site the focus goes to the new page's heading, as after a real page load. */
export function useFocusOnHeading(): void {
  const { pathname, hash } = useLocation();
  const seen = useRef(pathname);

  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (hash && document.getElementById(hash.slice(1))) return;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
