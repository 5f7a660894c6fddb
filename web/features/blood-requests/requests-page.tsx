import { t } from '@lingui/core/macro';
import { useParams } from 'react-router';
import type { PublicRequest } from '#contract/blood-requests.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { formatDateTime } from '#web/i18n/days.ts';
import { RequestForm } from './request-form.tsx';
import { RequestList } from './request-list.tsx';
import { findInPage } from './request-queries.ts';
import { RequestSections } from './request-sections.tsx';

export function meta({ params: { id } }: { params: { id?: string } }) {
  if (id === undefined)
    return pageMeta({
      title: t`Requests for blood`,
      path: '/requests',
      description: t`Open requests for blood, by group and district.`,
    });
  if (id === 'new')
    return pageMeta({
      title: t`Ask for blood`,
      path: '/requests/new',
      description: t`Ask donors near a hospital to give blood for a patient.`,
    });
  const request = findInPage(id);
  if (!request) return pageMeta({ title: t`Request for blood` });
  return pageMeta({ title: titleOf(request), path: `/requests/${id}`, description: describe(request) });
}

const titleOf = ({ bloodGroup, hospital }: PublicRequest): string => t`${bloodGroup} blood for ${hospital}`;

function describe({ district, neededBy }: PublicRequest): string {
  const time = formatDateTime(neededBy);
  return t`Needed in ${district} by ${time}. Can you come?`;
}

/**
 * Renders the list of requests, the form, and the page of each request. They share one route, so that the
 * list of routes that all pages load stays small.
 */
export default function RequestsPage() {
  const { id } = useParams();
  if (id === undefined) return <RequestList />;
  return id === 'new' ? <RequestForm /> : <RequestSections key={id} />;
}
