import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CountUp } from './count-up.tsx';

const figures = [
  { name: t`awards`, value: 1346 },
  { name: t`recipients`, value: 3568 },
  { name: t`donors`, value: 3235 },
  { name: t`success smile`, value: 2578 },
];

export function Counters() {
  return (
    <section aria-labelledby="counters" className="bb-band">
      <div className="bb-page py-12 md:py-16">
        <h2 id="counters" className="sr-only">
          <Trans>What came of it so far</Trans>
        </h2>
        <ul className="bb-counters">
          {figures.map(({ name, value }) => (
            <li key={name}>
              <CountUp to={value} />
              <p>{name}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
