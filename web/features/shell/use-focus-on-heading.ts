import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation inside the site the focus goes to the new page's heading, as after a real page load. */
export function useFocusOnHeading(): void {
  const { pathname, hash, key } = useLocation();
  const seen = useRef({ pathname, key });

  useEffect(() => {
    const before = seen.current;
    if (before.key === key) return;
    seen.current = { pathname, key };
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) focusOn(target);
    else if (before.pathname !== pathname)
      focusOn(document.querySelector('main h1') ?? document.querySelector('main'));
  }, [pathname, hash, key]);
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
