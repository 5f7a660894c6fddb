import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { legalSlugs } from '#contract/legal-pages.ts';
import type { ContentKind } from '#contract/site-content.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { ContentEditor } from './content-editor.tsx';
import type { ContentForm } from './content-forms.ts';
import { contentQuery, NEW_ID } from './content-queries.ts';

type Props = { kind: ContentKind; form: ContentForm; id: string };

/** Loads a group or an item, and shows its form. */
export function EditorPage({ kind, form, id }: Props) {
  const { user } = useSession();
  const navigate = useNavigate();
  // The form of a new item stays when saving gives the item an id, and so an address of its own.
  const [addedId, setAddedId] = useState<string>();
  const loadedId = id === addedId ? NEW_ID : id;
  const [search] = useSearchParams();
  // The address of a saved item names no draft.
  const [first] = useState(() => legalSlugs.find((slug) => kind === 'page' && slug === search.get('draft')));
  const query = useQuery(contentQuery(user?.uid, kind, loadedId, first));
  const title = form.items?.one ?? form.title;
  const back = form.items ? `/staff/site/${kind}` : '/staff/site';
  if (query.isPending) return <PageSpinner label={title} />;
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  if (query.error)
    return (
      <StaffPage heading={title} back={{ to: back, text: t`Back` }}>
        <StaffLoadError name={title} query={query} />
      </StaffPage>
    );
  return (
    <ContentEditor
      key={loadedId}
      form={form}
      centers={query.data.centers}
      loaded={query.data.loaded}
      back={back}
      onAdded={(newId) => {
        setAddedId(newId);
        void navigate(`/staff/site/${kind}/${newId}`, { replace: true });
      }}
    />
  );
}
