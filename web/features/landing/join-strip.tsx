import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#web/ui/button.tsx';

export function JoinStrip() {
  return (
    <section aria-labelledby="join" className="bg-red text-on-red">
      <div className="bb-page flex flex-wrap items-center justify-between gap-x-10 gap-y-5 py-8 md:py-10">
        <h2 id="join" className="text-[clamp(1.5rem,1.1rem+2vw,2.5rem)] tracking-[0.01em]">
          <Trans>JOIN WITH US AND SAVE LIFE</Trans>
        </h2>
        <LinkButton
          to="/about#our-volunteers"
          size="large"
          className="border-on-red bg-transparent text-on-red hover:bg-on-red hover:text-[#7a0d19] focus-visible:outline-on-red"
        >
          <Trans>Become volunteer</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
