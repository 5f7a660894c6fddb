import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LostPart } from '#web/ui/lost-part.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const AppointmentForm = lazyPart(
  async () => {
    const { AppointmentForm: Form } = await import('#web/features/appointments/appointment-form.tsx');
    return { default: Form };
  },
  () => <LostPart framed />,
);

export const waitingForForm = (
  <div className="grid h-full place-items-center">
    <Spinner label={t`Loading the appointment form`} />
  </div>
);

/** The appointment form, loaded when first drawn. */
export function RequestForm({ onAccepted }: { onAccepted?: () => void }) {
  return (
    <Suspense fallback={waitingForForm}>
      <AppointmentForm {...(onAccepted && { onAccepted })} />
    </Suspense>
  );
}
