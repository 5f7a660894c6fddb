import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Drawing } from '#web/ui/drawing.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { RequestForm } from './request-form.tsx';

export function IntroStrip() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);

  const turn = (on: boolean) => {
    setOpen(on);
    if (on) setUsed(true);
  };

  return (
    <section aria-labelledby="intro" className="bb-page">
      <div className="bb-intro">
        <div>
          <h2 id="intro">
            <Trans>We are helping people from 40 years</Trans>
          </h2>
          <p className="bb-lead mt-4">
            <Trans>And still it begins the same way: somebody says yes to a day.</Trans>
          </p>
          <label className="bb-button bb-button-primary bb-button-large bb-switch mt-7">
            {/* biome-ignore lint/a11y/useSemanticElements: the checkbox holds the state; ARIA lets it be a pressed button */}
            <input
              type="checkbox"
              role="button"
              aria-pressed={open}
              aria-haspopup="dialog"
              checked={open}
              onChange={(event) => turn(event.currentTarget.checked)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                turn(true);
              }}
            />
            <Trans>Request Appointment</Trans>
          </label>
        </div>
        <Drawing name="intro" width={420} height={320} className="bb-intro-picture" />
      </div>
      {used && (
        <Modal
          open={open}
          label={t`Request Appointment`}
          className="bb-form-dialog"
          onClose={() => turn(false)}
        >
          <p className="bb-modal-title">
            <Trans>Request Appointment</Trans>
          </p>
          <RequestForm onAccepted={() => turn(false)} />
        </Modal>
      )}
    </section>
  );
}
