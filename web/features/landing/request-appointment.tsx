import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useRef, useState } from 'react';
import { pageData } from '#web/before-react/page-data.ts';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, cardIcon, clockIcon } from '#web/components/icons.ts';
import { LandingText } from '#web/components/landing-text.tsx';
import { ChunkLoadErrorMessage, lazyComponent } from '#web/components/lazy-component.tsx';
import { RenderNearViewport } from '#web/components/render-near-viewport.tsx';
import { NoScriptMessage, Spinner } from '#web/components/spinner.tsx';
import { useScrollToDraft } from './use-scroll-to-draft.ts';

export function RequestAppointment() {
  const form = useRef<HTMLDivElement>(null);
  useScrollToDraft(form);
  return (
    <section aria-labelledby="request">
      <div className="bb-page bb-section grid gap-x-10 gap-y-5 lg:grid-cols-[1fr_1.5fr]">
        <div>
          <h2 id="request">
            <LandingText name="request-appointment.title">
              <Trans>Request Appointment</Trans>
            </LandingText>
          </h2>
          <IntroOrRequest />
        </div>
        {/* Links lead to the form itself, because on a phone the introduction fills a screen. The card
            reserves the height of the form, which loads later. */}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form */}
        <div
          ref={form}
          id="request-appointment"
          role="group"
          aria-labelledby="request"
          tabIndex={-1}
          className="bb-card min-h-270 p-6 bn:max-sm:min-h-276 sm:min-h-199 sm:p-10"
        >
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

/**
 * Shows the introduction, or the confirmation after a request, in the same grid cell, to avoid a layout
 * shift.
 */
function IntroOrRequest() {
  const [isRequested, setIsRequested] = useState(false);
  const { fee } = pageData().site;
  return (
    <div className="mt-4 grid min-h-76 content-start max-[21rem]:min-h-88 md:min-h-48">
      <div className={`col-start-1 row-start-1 ${isRequested ? 'invisible' : ''}`}>
        <p className="bb-lead">
          <LandingText name="request-appointment.detail">
            {fee ? (
              <Trans>
                Choose a day and a center. You can cancel at any time until you pay the service charge.
              </Trans>
            ) : (
              <Trans>Choose a day and a center. You can cancel at any time.</Trans>
            )}
          </LandingText>
        </p>
        <ul className="mt-4 grid gap-2 max-sm:text-small">
          <Fact icon={calendarIcon}>{t`Choose any day in the next year. One appointment per day.`}</Fact>
          <Fact icon={clockIcon}>{t`Donating takes 6-10 minutes. Stay 15 minutes for tea.`}</Fact>
          {fee && (
            <Fact icon={cardIcon}>
              {t`A service charge of ${fee.price}, paid by card once you have your appointment.`}
            </Fact>
          )}
        </ul>
      </div>
      <div className="col-start-1 row-start-1 grid">
        <RenderNearViewport fallback={null}>
          <Suspense>
            <RequestedPanel onChange={setIsRequested} />
          </Suspense>
        </RenderNearViewport>
      </div>
    </div>
  );
}

const RequestedPanel = lazyComponent(
  async () => {
    const { RequestedPanel: Panel } = await import('#web/features/appointments/requested-panel.tsx');
    return { default: Panel };
  },
  () => null,
);

const AppointmentForm = lazyComponent(
  async () => {
    const { AppointmentForm: Form } = await import('#web/features/appointments/appointment-form.tsx');
    return { default: Form };
  },
  () => <ChunkLoadErrorMessage isInCard />,
);

/** The spinner is at the top of the card, which is higher than a screen. */
const formPlaceholder = (
  <div className="grid justify-items-center pt-24">
    <Spinner label={t`Loading the appointment form`} />
  </div>
);

/** Renders the appointment form, whose script loads when it is first rendered. */
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
