import { t } from '@lingui/core/macro';
import { useParams } from 'react-router';
import { pageMeta } from '#web/components/page-meta.ts';
import CenterList from './center-list.tsx';
import CenterSections from './center-sections.tsx';

export const meta = ({ params: { id } }: { params: { id?: string } }) =>
  id === undefined
    ? pageMeta({
        title: t`Donation centers`,
        path: '/centers',
        description: t`Where you can give blood, and which days are free.`,
      })
    : pageMeta({
        title: t`Donation center`,
        path: `/centers/${id}`,
        description: t`Address, opening hours and free days of a donation center.`,
      });

/**
 * The list of centers and the page of each center, in one route, so that the list of routes that all pages
 * load stays small.
 */
export default function CentersPage() {
  return useParams().id === undefined ? <CenterList /> : <CenterSections />;
}
