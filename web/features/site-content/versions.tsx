import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { listContentVersions } from '#contract/content-endpoints.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ContentKind } from '#contract/site-content.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { ExpandButton } from '#web/components/expand-button.tsx';
import { Section, SectionLoading } from '#web/components/section.tsx';
import { contentListKey } from './content-queries.ts';
import type { Draft } from './draft.ts';
import type { ShownValue } from './shown-values.ts';
import { formatSiteTime } from './site-time.ts';

type Version = ResponseOf<typeof listContentVersions>[number];

type Props = {
  kind: ContentKind;
  id: string;
  timeZone: string;
  list: (content: Draft) => ShownValue[];
  isBusy: boolean;
  onRestore: (version: number) => void;
};

/** Lists the last publications. Each can be seen and published again. */
export function Versions({ kind, id, ...props }: Props) {
  const { user } = useSession();
  const query = useQuery({
    queryKey: [...contentListKey(user?.uid), 'versions', kind, id],
    queryFn: ({ signal }) => call(listContentVersions, { signal, params: { kind, id } }),
  });
  if (query.data?.length === 0) return null;
  return (
    <Section title={t`Earlier versions`}>
      <SectionLoading query={query} label={t`Loading the earlier versions`} />
      {query.data && (
        <ol className="grid gap-5">
          {query.data.map((version, index) => (
            <li key={version.version}>
              <VersionRow version={version} isLatest={index === 0} {...props} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

type RowProps = Omit<Props, 'kind' | 'id'> & { version: Version; isLatest: boolean };

function VersionRow({ version, isLatest, timeZone, list, isBusy, onRestore }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const when = formatSiteTime(version.publishedAt, timeZone);
  const restore = async () => {
    const isConfirmed = await confirmDialog({
      title: t`Publish this version again?`,
      text: t`It replaces what the site shows, and the draft.`,
      details: when,
      yes: t`Publish it`,
      no: t`Cancel`,
    });
    if (isConfirmed) onRestore(version.version);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <strong>{isLatest ? t`${when}, the latest` : when}</strong>
      <div className="flex flex-wrap gap-3">
        <ExpandButton
          text={t`See`}
          controls={id}
          open={isOpen}
          onChange={setIsOpen}
          className="bb-button-small"
        />
        <Button
          variant="outlined"
          size="small"
          isBusy={isBusy}
          aria-label={t`Publish again: ${when}`}
          onClick={() => void restore()}
        >
          <Trans>Publish again</Trans>
        </Button>
      </div>
      <dl id={id} hidden={!isOpen} className="grid gap-3 rounded-medium bg-soft px-4 py-3 wrap-anywhere">
        {list(version.content).map(({ path, label, text }) => (
          <div key={path} className="grid gap-1">
            <dt className="bb-hint">{label}</dt>
            <dd className="whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
