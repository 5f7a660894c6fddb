import { lazy, Suspense, useEffect, useState } from 'react';
import { whenFirstToast } from './toast.ts';

const Shelf = lazy(() => import('./sonner-shelf.tsx'));

/** Where toasts appear. Stands in the page once; the library behind it loads with the first toast. */
export function ToastShelf() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => whenFirstToast(() => setNeeded(true)), []);
  return needed ? (
    <Suspense fallback={null}>
      <Shelf />
    </Suspense>
  ) : null;
}
