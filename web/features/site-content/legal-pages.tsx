import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Content } from '#contract/content-endpoints.ts';
import { type LegalSlug, legalSlugs } from '#contract/legal-pages.ts';
import { NEW_ID } from './content-queries.ts';
import { readText } from './draft.ts';

const names: Record<LegalSlug, string> = {
  privacy: t`Privacy policy`,
  licensing: t`Licensing`,
  terms: t`Terms of use`,
  imprint: t`Imprint`,
};

/** Links to a first draft of each legal page that the site does not have. */
export function LegalPages({ pages }: { pages: readonly Content[] }) {
  const heading = useId();
  const missing = legalSlugs.filter((slug) => !pages.some(({ draft }) => readText(draft, 'slug') === slug));
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h2 id={heading} className="text-large">
        <Trans>Begin with a draft</Trans>
      </h2>
      <p className="bb-hint max-w-prose">
        <Trans>
          The privacy policy names the data that this site stores. Fill in what is in square brackets, and ask
          somebody who knows the law of your country before you publish.
        </Trans>
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {missing.map((slug) => (
          <li key={slug}>
            <Link to={`/staff/site/page/${NEW_ID}?draft=${slug}`} className="bb-row-link">
              {names[slug]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
