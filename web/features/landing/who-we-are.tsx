import { Trans } from '@lingui/react/macro';
import { Drawing } from '#web/ui/drawing.tsx';

export function WhoWeAre() {
  return (
    <section aria-labelledby="who-we-are" className="bb-page bb-section bb-who">
      <Drawing name="who-we-are" width={600} height={560} className="bb-who-picture" />
      <div>
        <h2 id="who-we-are">
          <Trans>Who We Are?</Trans>
        </h2>
        <p className="bb-lead mt-5">
          <Trans>
            Neighbours, mostly. It began with a list of names on paper beside a telephone, so that nobody in
            our town would wait for blood alone.
          </Trans>
        </p>
        <dl className="bb-claims">
          <div>
            <dt>
              <Trans>40 years</Trans>
            </dt>
            <dd>
              <Trans>of helping people find blood when they need it.</Trans>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>sixty thousand</Trans>
            </dt>
            <dd>
              <Trans>donor centres. There is one near you.</Trans>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
