import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns true while the browser prints the page. Renders synchronously, because printing starts directly
 * after the listeners of `beforeprint`.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const set = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'));
    const kinds = ['beforeprint', 'afterprint'];
    for (const kind of kinds) addEventListener(kind, set);
    return () => {
      for (const kind of kinds) removeEventListener(kind, set);
    };
  }, []);
  return isPrinting;
}
