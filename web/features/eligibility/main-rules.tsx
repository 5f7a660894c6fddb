import { type Day, longDate } from '#contract/days.ts';
import { checked, figure, sources } from './figures.ts';

/** The rules in short, and whose they are: for everybody, and all there is where no script runs. */
export function MainRules() {
  return (
    <section aria-labelledby="main-rules" className="bb-page pb-16">
      <h2 id="main-rules">The main rules in short</h2>
      <ul className="mt-6 grid list-disc gap-x-10 gap-y-3 pl-5 md:grid-cols-2">
        {mainRules().map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <h3 className="mt-10">Where they come from</h3>
      <ul className="mt-3 grid gap-2">
        {Object.values(sources).map(({ title, publisher, published, url }) => (
          <li key={url}>
            <a href={url} rel="noreferrer" className="underline underline-offset-4">
              {title}
            </a>
            {`, ${publisher}, ${published}`}
          </li>
        ))}
      </ul>
      <p className="bb-hint mt-3">
        {`Last compared on ${longDate(checked as Day)}. Centres may have stricter rules, and theirs count.`}
      </p>
    </section>
  );
}

const mainRules = (): string[] => [
  `You are from ${figure('too-young')} to ${figure('older')} years old; ask the centre if you are older.`,
  `You weigh ${figure('light')} kg or more; from ${figure('too-light')} kg some centres take a little less blood.`,
  `Your last donation was ${figure('gave-lately')} weeks ago or longer.`,
  `You feel well today, and an infection has been over for ${figure('ill-lately')} days.`,
  `Your last antibiotic was ${figure('antibiotic-lately')} days ago or longer. Tell the centre what else you take.`,
  'Tell the centre of journeys of the last 12 months, and of serious or lasting illnesses.',
  `You are not pregnant, and a pregnancy ended ${figure('gave-birth')} months ago or longer.`,
  `You are not breastfeeding, and your baby was weaned ${figure('breastfeeding')} months ago or longer.`,
];
