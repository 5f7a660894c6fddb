import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { dayText } from '#web/language/days.ts';
import { checked, sources } from './figures.ts';
import { mainRuleTexts } from './finding-words.ts';

/** The rules in short, and whose they are: for everybody, and all there is where no script runs. */
export function MainRules() {
  const day = dayText(checked as Day);
  return (
    <section aria-labelledby="main-rules" className="bb-page pb-16">
      <h2 id="main-rules">
        <Trans>The main rules in short</Trans>
      </h2>
      <ul className="mt-6 grid list-disc gap-x-10 gap-y-3 pl-5 md:grid-cols-2">
        {mainRuleTexts.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <h3 className="mt-10">
        <Trans>Where they come from</Trans>
      </h3>
      <ul className="mt-3 grid gap-2">
        {Object.values(sources).map(({ title, publisher, published, url }) => (
          <li key={url} lang="en">
            <a href={url} rel="noreferrer" className="underline underline-offset-4">
              {title}
            </a>
            {`, ${publisher}, ${published}`}
          </li>
        ))}
      </ul>
      <p className="bb-hint mt-3">
        {t`Last compared on ${day}. Centres may have stricter rules, and theirs count.`}
      </p>
    </section>
  );
}
