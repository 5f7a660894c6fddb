import { NeedsScript } from '#web/ui/needs-script.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { RequestForm, waitingForForm } from './request-form.tsx';

export function RequestAppointment() {
  return (
    <section id="request-appointment" aria-labelledby="request">
      <div className="bb-page bb-section grid gap-10 lg:grid-cols-[1fr_1.5fr]">
        <div>
          <h2 id="request">Request Appointment</h2>
          <p className="bb-lead mt-4">
            Choose a day and a centre. Until you have paid the service charge you can cancel at any time.
          </p>
        </div>
        <div className="bb-card bb-form-space p-6 sm:p-10">
          <NeedsScript>
            Requesting an appointment needs JavaScript. Turn it on in your browser and load the page again.
          </NeedsScript>
          <WhenNear fallback={waitingForForm}>
            <RequestForm />
          </WhenNear>
        </div>
      </div>
    </section>
  );
}
