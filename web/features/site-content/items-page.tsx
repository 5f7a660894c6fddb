import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Content, orderContent } from '#contract/content-endpoints.ts';
import type { ContentKind } from '#contract/site-content.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import type { ContentForm } from './content-forms.ts';
import { contentListQuery, NEW_ID } from './content-queries.ts';
import { moveItem, titleOf } from './items.ts';
import { LegalPages } from './legal-pages.tsx';
import { stateText } from './state-text.ts';

type Props = { kind: ContentKind; form: ContentForm & Required<Pick<ContentForm, 'items'>> };

/** Lists the items of a kind in their order, which can be changed, and past ones below. */
export function ItemsPage({ kind, form }: Props) {
  const { user } = useSession();
  const cache = useQueryClient();
  const options = contentListQuery(user?.uid);
  const query = useQuery(options);
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const [moved, setMoved] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<string>();
  // A browser takes the focus from a button that moves with its row.
  useEffect(() => {
    if (!focus) return;
    list.current?.querySelector<HTMLElement>(`[data-button="${focus}"]`)?.focus();
    setFocus(undefined);
  }, [focus]);

  const back = { to: '/staff/site', text: t`Your site` };
  if (query.isPending) return <PageSpinner label={form.title} />;
  if (query.error)
    return (
      <StaffPage heading={form.title} back={back}>
        <StaffLoadError name={form.title} query={query} />
      </StaffPage>
    );
  const { contents, timeZone } = query.data;
  const items = contents.filter((content) => content.kind === kind);
  const past = items.filter(({ state }) => state === 'past');
  const current = items.filter(({ state }) => state !== 'past');

  const move = (item: Content, by: -1 | 1) =>
    attempt(async () => {
      const ids = moveItem(
        current.map(({ id }) => id),
        item.id,
        by,
      );
      setMoved(undefined);
      await call(orderContent, { params: { kind }, body: { ids } });
      await cache.invalidateQueries({ queryKey: options.queryKey });
      const [title, number] = [titleOf(item), formatNumber(ids.indexOf(item.id) + 1)];
      setMoved(t`“${title}” is number ${number} now.`);
      setFocus(`${item.id} ${by}`);
    });

  return (
    <StaffPage heading={form.title} lead={form.detail} back={back}>
      <LinkButton to={`/staff/site/${kind}/${NEW_ID}`} className="justify-self-start">
        {form.items.add}
      </LinkButton>
      <div className="-mt-6 [&>p:not(:empty)]:mt-6">
        <FormError text={failure} />
        <p role="status">{moved}</p>
      </div>
      {kind === 'page' && <LegalPages pages={items} />}
      {items.length === 0 && <p className="bb-lead">{form.items.empty}</p>}
      {current.length > 0 && (
        <ol ref={list} className="grid gap-4">
          {current.map((item, index) => (
            <li
              key={item.id}
              className="bb-card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-6"
            >
              <ItemLink kind={kind} item={item} timeZone={timeZone} />
              {form.items.isOrdered && current.length > 1 && (
                <div className="flex flex-wrap gap-2">
                  <MoveButton item={item} by={-1} isEnd={index === 0} isBusy={isBusy} onMove={move} />
                  <MoveButton
                    item={item}
                    by={1}
                    isEnd={index === current.length - 1}
                    isBusy={isBusy}
                    onMove={move}
                  />
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {past.length > 0 && (
        <Section title={t`Past`}>
          <ul className="grid gap-5">
            {past.map((item) => (
              <li key={item.id}>
                <ItemLink kind={kind} item={item} timeZone={timeZone} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </StaffPage>
  );
}

function ItemLink({ kind, item, timeZone }: { kind: ContentKind; item: Content; timeZone: string }) {
  return (
    <span className="grid min-w-0 gap-1 wrap-anywhere">
      <Link to={`/staff/site/${kind}/${item.id}`} className="bb-row-link justify-self-start font-semibold">
        {titleOf(item)}
      </Link>
      <span className="bb-hint">{stateText(item, timeZone)}</span>
    </span>
  );
}

type MoveProps = {
  item: Content;
  by: -1 | 1;
  /** The item is the first or last one already. */
  isEnd: boolean;
  isBusy: boolean;
  onMove: (item: Content, by: -1 | 1) => Promise<void>;
};

function MoveButton({ item, by, isEnd, isBusy, onMove }: MoveProps) {
  const title = titleOf(item);
  return (
    <Button
      variant="outlined"
      size="small"
      // Not `disabled`, which would lose the focus when the item has arrived.
      aria-disabled={isEnd || isBusy || undefined}
      aria-label={by < 0 ? t`Move up: ${title}` : t`Move down: ${title}`}
      data-button={`${item.id} ${by}`}
      onClick={() => !isEnd && !isBusy && void onMove(item, by)}
    >
      {by < 0 ? <Trans>Move up</Trans> : <Trans>Move down</Trans>}
    </Button>
  );
}
