import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { LinkButton } from '#web/components/button.tsx';
import { Drawing } from '#web/components/drawing.tsx';
import { LandingDetail, LandingPicture, LandingText } from '#web/components/landing-text.tsx';
import { Modal } from '#web/components/modal.tsx';
import { LazyAppointmentForm } from './request-appointment.tsx';

const dialogClass = [
  'bb-card max-h-[calc(var(--window-height)-1.5rem)] w-[min(52rem,100vw-1.5rem)] overflow-y-auto',
  '[&>div]:min-h-160 [&>div]:p-[clamp(1.25rem,4vw,2.5rem)]',
].join(' ');

const pictureProps = {
  width: 420,
  height: 320,
  className: 'mx-auto block aspect-[420/320] h-auto w-[min(100%,26rem)]',
};

export function IntroStrip() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  const setDialogOpen = (shouldOpen: boolean) => {
    setIsOpen(shouldOpen);
    if (shouldOpen) setWasOpened(true);
  };

  return (
    <section
      aria-labelledby="intro"
      className="bb-page first-of-type:mt-[clamp(1.75rem,7vw,6rem)] last-of-type:mb-[clamp(1.75rem,7vw,6rem)]"
    >
      <div className="grid items-center gap-6 overflow-hidden rounded-large bg-red-soft wide:grid-cols-[1.4fr_1fr]">
        <div className="p-[clamp(1.75rem,5vw,4rem)] pb-0 wide:pb-[clamp(1.75rem,5vw,4rem)]">
          <h2 id="intro">
            <LandingText name="intro.title">
              <Trans>We are helping people from 40 years</Trans>
            </LandingText>
          </h2>
          <p className="bb-lead mt-4">
            <LandingText name="intro.detail">
              <Trans>And it still starts the same way: somebody chooses a day.</Trans>
            </LandingText>
          </p>
          <label className="bb-button bb-button-primary bb-button-large relative mt-7 has-[:hover]:bg-red-strong">
            {/* biome-ignore lint/a11y/useSemanticElements: the checkbox holds the state; ARIA lets it be a pressed button */}
            <input
              type="checkbox"
              className="absolute inset-[-2px] cursor-pointer appearance-none rounded-full"
              role="button"
              aria-pressed={isOpen}
              aria-haspopup="dialog"
              checked={isOpen}
              onChange={(event) => setDialogOpen(event.currentTarget.checked)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                setDialogOpen(true);
              }}
            />
            <Trans>Request Appointment</Trans>
          </label>
        </div>
        <LandingPicture section="intro" frameClass="wide:self-end" {...pictureProps}>
          <Drawing name="intro" pictureClassName="wide:self-end" {...pictureProps} />
        </LandingPicture>
      </div>
      {wasOpened && (
        <Modal
          open={isOpen}
          label={t`Request Appointment`}
          className={dialogClass}
          onClose={() => setDialogOpen(false)}
        >
          <p className="mb-6 pr-12 font-heading text-heading font-semibold bn:leading-[1.45]">
            <Trans>Request Appointment</Trans>
          </p>
          <LazyAppointmentForm onAccepted={() => setDialogOpen(false)} />
        </Modal>
      )}
    </section>
  );
}

export function JoinStrip() {
  return (
    <section aria-labelledby="join" className="bg-red text-on-red">
      <div className="bb-page flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-4 md:py-10">
        <h2 id="join" className="text-[clamp(1.5rem,1.1rem+2vw,2.5rem)] tracking-[0.01em]">
          <LandingText name="join.title">
            <Trans>JOIN WITH US AND SAVE LIFE</Trans>
          </LandingText>
        </h2>
        <LandingDetail section="join" className="max-w-prose text-on-red" />
        <LinkButton
          to="/about#become-volunteer"
          size="large"
          className="border-on-red bg-transparent text-on-red hover:bg-on-red hover:text-red-deep focus-visible:outline-on-red"
        >
          <Trans>Become volunteer</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
