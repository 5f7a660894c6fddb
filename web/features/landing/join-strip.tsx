import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#web/ui/button.tsx';

export function JoinStrip() {
  return (
    <section aria-labelledby="join" className="bb-join">
      <div className="bb-page flex flex-wrap items-center justify-between gap-x-10 gap-y-5 py-8 md:py-10">
        <h2 id="join">
          <Trans>JOIN WITH US AND SAVE LIFE</Trans>
        </h2>
        <LinkButton to="/about#our-volunteers" size="large" className="bb-join-button">
          <Trans>Become volunteer</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
