import { Suspense, useEffect, useState } from 'react';
import { tell } from './dialogs.ts';
import { lazyPart } from './lazy-part.tsx';
import { showToastsWith, whenFirstToast } from './toast.ts';

const Shelf = lazyPart(() => import('./sonner-shelf.tsx'), PlainShelf);

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

/** Where the library does not come, what a toast says comes as an alert. */
function PlainShelf() {
  useEffect(() => {
    showToastsWith((_, text) => void tell({ title: 'Blood Buddies', text }));
    return () => showToastsWith(undefined);
  }, []);
  return null;
}
