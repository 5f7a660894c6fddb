import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '#web/session/session.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Carousel } from '#web/ui/carousel.tsx';
import { Drawing } from '#web/ui/drawing.tsx';
import { FormLink } from './form-link.tsx';

export function Banner() {
  return (
    <section aria-labelledby="banner" className="bb-banner">
      <Carousel
        label={t`Why to donate`}
        className="bb-banner-carousel"
        aside={<Buttons />}
        slides={[
          { key: 'save', label: t`Donate blood, save life`, content: <SaveLife /> },
          { key: 'inspire', label: t`donate your blood and inspire others`, content: <InspireOthers /> },
        ]}
      />
    </section>
  );
}

function SaveLife() {
  return (
    <div className="bb-page bb-banner-slide">
      <div>
        <h1 id="banner" className="bb-display">
          <Trans>Donate blood, save life</Trans>
        </h1>
        <p className="bb-lead mt-5 max-w-prose">
          <Trans>
            Have a seat, take a deep breath. Ten quiet minutes of yours are somebody&apos;s whole life.
          </Trans>
        </p>
      </div>
      <Drawing first name="save-life" width={560} height={460} onPhone="15.5rem" className="bb-picture" />
    </div>
  );
}

function InspireOthers() {
  return (
    <div className="bb-page bb-banner-slide">
      <div>
        <h2 className="bb-display">
          <Trans>donate your blood and inspire others</Trans>
        </h2>
        <p className="bb-lead mt-5 max-w-prose">
          <Trans>One donor brings a friend, and the friend brings a cousin.</Trans>
        </p>
      </div>
      <Drawing name="inspire" width={560} height={460} onPhone="15.5rem" className="bb-picture" />
    </div>
  );
}

function Buttons() {
  const { loginValue } = useSession();
  return (
    <div className="flex flex-wrap gap-3">
      <FormLink field="name" size="large">
        <Trans>Donate Now</Trans>
      </FormLink>
      <LinkButton to={loginValue ? '/dashboard/appointments' : '/register'} look="quiet" size="large">
        <Trans>join with us</Trans>
      </LinkButton>
    </div>
  );
}
