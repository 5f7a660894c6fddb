import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import type { Campaign } from './campaign-list.ts';
import { goToField } from './go-to-field.ts';

const TakePart = lazyPart(
  () => import('#web/features/appointments/take-part.tsx'),
  () => null,
);

/** Keeps the place of the button, which comes once it is known whether the site has it. */
export function TakePartSlot({ campaign }: { campaign: Campaign }) {
  return (
    <div className="mt-6 min-h-12">
      <WhenNear fallback={null}>
        <Suspense>
          <TakePart occasion={campaign} goToForm={goToForm} />
        </Suspense>
      </WhenNear>
    </div>
  );
}

function goToForm(firstEmpty: (section: HTMLElement) => HTMLElement | null): void {
  const section = document.getElementById('request-appointment');
  if (section) goToField(section, firstEmpty);
}
