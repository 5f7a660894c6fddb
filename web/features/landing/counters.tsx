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
    <section aria-labelledby="counters" className="bg-band text-on-band">
      <div className="bb-page py-12 md:py-16">
        <h2 id="counters" className="sr-only">
          <Trans>What came of it so far</Trans>
        </h2>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-8 wide:grid-cols-4">
          {figures.map(({ name, value }) => (
            <li key={name} className="border-band-line border-l-2 pl-4">
              <CountUp to={value} />
              <p>{name}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
