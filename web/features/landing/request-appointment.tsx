import { lazy, Suspense } from 'react';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';

const AppointmentForm = lazy(async () => {
  const { AppointmentForm: Form } = await import('#web/features/appointments/appointment-form.tsx');
  return { default: Form };
});

export function RequestAppointment() {
  const waiting = (
    <div className="grid h-full place-items-center">
      <Spinner label="Loading the appointment form" />
      <NeedsScript>
        Requesting an appointment needs JavaScript. Turn it on in your browser and load the page again.
      </NeedsScript>
    </div>
  );
  return (
    <section id="request-appointment" aria-labelledby="request" className="bg-soft">
      <div className="bb-page bb-section grid gap-10 lg:grid-cols-[1fr_1.5fr]">
        <div>
          <h2 id="request">Request Appointment</h2>
          <p className="bb-lead mt-4">
            Choose a day and a centre. Until you have paid the service charge you can cancel at any time.
          </p>
        </div>
        <div className="bb-card bb-form-space p-6 sm:p-10">
          <WhenNear fallback={waiting}>
            <Suspense fallback={waiting}>
              <AppointmentForm />
            </Suspense>
          </WhenNear>
        </div>
      </div>
    </section>
  );
}
