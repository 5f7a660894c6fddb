import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import type { EligibilityRules } from '#contract/eligibility-rules.ts';
import { isPublished, serverData } from '#web/before-react/page-data.ts';
import { Icon } from '#web/components/icon.tsx';
import { checkIcon, clockIcon, heartIcon } from '#web/components/icons.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { ServerContent } from '#web/components/server-content.tsx';
import { NoScriptMessage } from '#web/components/spinner.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { mainRuleTexts } from './finding-messages.ts';
import Questionnaire from './questionnaire.tsx';
import { defaultSources } from './rules.ts';

export const meta = () =>
  pageMeta({
    title: t`Can I give blood now?`,
    path: '/can-i-donate',
    description: t`Answer a few questions to find out whether you can probably give blood now, or from when. Your answers never leave your device.`,
  });

export default function EligibilityPage() {
  return (
    <>
      <div className="bb-page bb-section grid gap-10 lg:grid-cols-[1fr_1.5fr]">
        <Introduction />
        <div className="bb-card bb-full-height p-6 sm:p-10 noscript:min-h-0">
          <NoScriptMessage>
            <Trans>
              To answer the questions, turn on JavaScript and reload the page, or read the main rules below.
            </Trans>
          </NoScriptMessage>
          <Questionnaire />
        </div>
      </div>
      <MainRules />
    </>
  );
}

const promises: readonly { icon: string; text: string }[] = [
  { icon: clockIcon, text: t`Seven questions, two minutes.` },
  { icon: checkIcon, text: t`Your answers stay on this device. They are not sent or stored.` },
  {
    icon: heartIcon,
    text: t`This is only a guide. The center decides. You can request an appointment whatever the result.`,
  },
];

function Introduction() {
  return (
    <div className="self-start lg:sticky lg:top-[calc(var(--bar)+3rem)]">
      <h1>
        <Trans>Can I give blood now?</Trans>
      </h1>
      <p className="bb-lead mt-4">
        <Trans>Check some of the questions the center will ask before you go.</Trans>
      </p>
      <ul className="mt-6 grid gap-3">
        {promises.map(({ icon, text }) => (
          <li key={icon} className="flex items-start gap-3">
            <Icon path={icon} size={1.375} className="mt-0.5 shrink-0 text-red-ink" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Summarizes the rules and names their sources. Visitors without JavaScript see only this. */
function MainRules() {
  return (
    <section aria-labelledby="main-rules" className="bb-page pb-16">
      <h2 id="main-rules">
        <Trans>The main rules</Trans>
      </h2>
      <ul className="mt-6 grid list-disc gap-x-10 gap-y-3 ps-5 md:grid-cols-2">
        {mainRuleTexts().map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Note />
      <h3 className="mt-10">
        <Trans>Sources</Trans>
      </h3>
      {isPublished('eligibility') ? (
        <ServerContent id="sources">
          {import.meta.env.SSR && <Sources {...serverData().content.eligibility} />}
        </ServerContent>
      ) : (
        <Sources {...defaultSources} />
      )}
    </section>
  );
}

/** What the owner adds to the rules. */
const Note = () =>
  isPublished('eligibility') && (
    <ServerContent id="eligibility-note">
      {import.meta.env.SSR && (
        <p className="mt-6 max-w-prose whitespace-pre-line wrap-anywhere">
          {serverData().content.eligibility.note}
        </p>
      )}
    </ServerContent>
  );

function Sources({ checked, sources }: Pick<EligibilityRules, 'checked' | 'sources'>) {
  const day = formatDay(checked as Day);
  return (
    <>
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
        {t`Last checked against the sources on ${day}. If your center has stricter rules, follow those.`}
      </p>
    </>
  );
}
