import { t } from '@lingui/core/macro';
import { useParams } from 'react-router';
import type { Center } from '#contract/centers.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { StructuredData } from '#web/components/structured-data.tsx';
import CenterList from './center-list.tsx';
import CenterSections, { findInPage } from './center-sections.tsx';

/** Length in characters up to which search engines and link previews show a description in full. */
const MAX_DESCRIPTION = 160;

export function meta({ params: { id } }: { params: { id?: string } }) {
  if (id === undefined)
    return pageMeta({
      title: t`Donation centers`,
      path: '/centers',
      description: t`Where you can give blood, and which days are free.`,
    });
  const center = findInPage(id);
  return pageMeta({
    title: center?.name ?? t`Donation center`,
    path: `/centers/${id}`,
    description: center ? describe(center) : t`Address, opening hours and free days of a donation center.`,
  });
}

function describe({ address, notes }: Center): string {
  const text = [address, ...(notes ? [notes] : [])].join('. ').replaceAll(/\s+/g, ' ');
  const characters = [...text];
  if (characters.length <= MAX_DESCRIPTION) return text;
  return `${characters
    .slice(0, MAX_DESCRIPTION - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * Renders the list of centers and the page of each center. They share one route, so that the list of routes
 * that all pages load stays small.
 */
export default function CentersPage() {
  const { id } = useParams();
  if (id === undefined) return <CenterList />;
  return (
    <>
      <CenterSections />
      <StructuredData data={pageData().events} />
    </>
  );
}
