import { plural, t } from '@lingui/core/macro';
import { Link, useParams } from 'react-router';
import type { Content } from '#contract/content-endpoints.ts';
import { type ContentKind, isContentKind } from '#contract/site-content.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { type ContentForm, contentForms } from './content-forms.ts';
import { contentListQuery, idOf } from './content-queries.ts';
import { EditorPage } from './editor-page.tsx';
import { ItemsPage } from './items-page.tsx';
import { stateText } from './state-text.ts';

/**
 * Shows what an editor can set (`/staff/site`), the form of a group or the items of a kind
 * (`/staff/site/KIND`), or the form of an item (`/staff/site/KIND/ID`).
 */
export function SitePage() {
  const { id: kind, item } = useParams();
  if (kind === undefined) return <KindList />;
  const form = isContentKind(kind) ? contentForms[kind] : undefined;
  if (!form || !isContentKind(kind) || (item && !form.items)) return <NotFound />;
  const id = idOf(kind, item);
  if (id === undefined && form.items) return <ItemsPage kind={kind} form={{ ...form, items: form.items }} />;
  return <EditorPage key={kind} kind={kind} form={form} id={id ?? ''} />;
}

function KindList() {
  const { user } = useSession();
  const query = useQuery(contentListQuery(user?.uid));
  if (query.isPending) return <PageSpinner label={t`Your site`} />;
  if (query.error)
    return (
      <StaffPage heading={t`Your site`}>
        <StaffLoadError name={t`The content of the site`} query={query} />
      </StaffPage>
    );
  const { contents, timeZone } = query.data;
  return (
    <StaffPage
      heading={t`Your site`}
      lead={t`Here you change what the pages show. Nothing is public before you publish it.`}
    >
      <ul className="grid gap-4">
        {(Object.entries(contentForms) as [ContentKind, ContentForm][]).map(([kind, form]) => (
          <li key={kind}>
            <Link to={`/staff/site/${kind}`} className="bb-card grid gap-1 p-6 wrap-anywhere">
              <strong className="text-heading text-red-ink">{form.title}</strong>
              <span>{form.detail}</span>
              <span className="bb-hint">
                {describeKind(
                  form,
                  contents.filter((content) => content.kind === kind),
                  timeZone,
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </StaffPage>
  );
}

/** Describes the state of a group, or how many items there are in each state. */
function describeKind({ items }: ContentForm, contents: readonly Content[], timeZone: string): string {
  const [first] = contents;
  if (!items && first) return stateText(first, timeZone);
  const count = (state: Content['state']) => contents.filter((content) => content.state === state).length;
  const counts: [number, string][] = [
    [count('published'), plural(count('published'), { one: '# published', other: '# published' })],
    [count('scheduled'), plural(count('scheduled'), { one: '# scheduled', other: '# scheduled' })],
    [count('draft'), plural(count('draft'), { one: '# draft', other: '# drafts' })],
    [count('past'), plural(count('past'), { one: '# past', other: '# past' })],
  ];
  const texts = counts.filter(([number]) => number > 0).map(([, text]) => text);
  return texts.length > 0 ? texts.join(', ') : t`Not changed yet`;
}
