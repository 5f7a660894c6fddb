import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, cardIcon, clockIcon } from '#web/components/icons.ts';
import { ChunkLoadErrorMessage, lazyComponent } from '#web/components/lazy-component.tsx';
import { RenderNearViewport } from '#web/components/render-near-viewport.tsx';
import { NoScriptMessage, Spinner } from '#web/components/spinner.tsx';

export function RequestAppointment() {
  return (
    <section id="request-appointment" aria-labelledby="request">
      <div className="bb-page bb-section grid gap-10 lg:grid-cols-[1fr_1.5fr]">
        <div>
          <h2 id="request">
            <Trans>Request Appointment</Trans>
          </h2>
          <p className="bb-lead mt-4">
            <Trans>
              Choose a day and a center. You can cancel at any time until you pay the service charge.
            </Trans>
          </p>
          <ul className="mt-6 grid gap-3">
            <Fact icon={calendarIcon}>{t`Choose any day in the next year. One appointment per day.`}</Fact>
            <Fact icon={clockIcon}>{t`Donating takes 6-10 minutes. Stay 15 minutes for tea.`}</Fact>
            <Fact
              icon={cardIcon}
            >{t`A service charge of $5, paid by card once you have your appointment.`}</Fact>
          </ul>
        </div>
        {/* Reserves the height of the form, which loads later. */}
        <div className="bb-card min-h-229 p-6 sm:min-h-174 sm:p-10">
          <NoScriptMessage>
            <Trans>To request an appointment, turn on JavaScript and reload the page.</Trans>
          </NoScriptMessage>
          <RenderNearViewport fallback={formPlaceholder}>
            <LazyAppointmentForm />
          </RenderNearViewport>
        </div>
      </div>
    </section>
  );
}

const AppointmentForm = lazyComponent(
  async () => {
    const { AppointmentForm: Form } = await import('#web/features/appointments/appointment-form.tsx');
    return { default: Form };
  },
  () => <ChunkLoadErrorMessage isInCard />,
);

const formPlaceholder = (
  <div className="grid h-full place-items-center">
    <Spinner label={t`Loading the appointment form`} />
  </div>
);

/** The appointment form, loaded when first rendered. */
export function LazyAppointmentForm({ onAccepted }: { onAccepted?: () => void }) {
  return (
    <Suspense fallback={formPlaceholder}>
      <AppointmentForm {...(onAccepted && { onAccepted })} />
    </Suspense>
  );
}

export function Fact({ icon, children }: { icon: string; children: string }) {
  return (
    <li className="flex items-start gap-3">
      <Icon path={icon} size={1.375} className="mt-0.5 shrink-0 text-red-ink" />
      {children}
    </li>
  );
}
