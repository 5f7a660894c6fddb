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
    else if (before.pathname !== pathname) return focusOnHeading(document.querySelector('main'));
  }, [pathname, hash, key]);
}

/** The heading, or the page's part until its heading is there. Gives what ends the waiting. */
function focusOnHeading(main: Element | null): (() => void) | undefined {
  const heading = main?.querySelector('h1');
  if (heading || !main) return void focusOn(heading ?? null);
  focusOn(main);
  const observer = new MutationObserver(() => {
    const late = main.querySelector('h1');
    if (late && document.activeElement === main) focusOn(late);
    if (late) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
