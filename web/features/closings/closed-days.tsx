import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { removeClosing } from '#contract/staff-closings.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { useReloadClosings } from '#web/queries/use-reload-closings.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { useStaff } from '../staff/staff-layout.tsx';
import { type Closing, closingsQuery } from './closing-queries.ts';
import { formatClosed } from './closing-texts.ts';

/** Lists the closings of a center, each of which can be undone. */
export function ClosedDays({ centerId }: { centerId: string }) {
  const { user } = useSession();
  const query = useQuery(closingsQuery(user?.uid, centerId));
  const [done, setDone] = useState<string>();
  return (
    <Section title={t`Closed days`}>
      <SectionDone text={done} />
      {!query.data && <SectionLoading query={query} label={t`Loading the closed days`} />}
      {query.data?.length === 0 && (
        <p className="bb-hint">
          <Trans>No day is closed.</Trans>
        </p>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="grid gap-5">
          {query.data.map((closing) => (
            <li key={closing._id}>
              <ClosedDay centerId={centerId} closing={closing} onOpened={setDone} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type ClosedDayProps = { centerId: string; closing: Closing; onOpened: (text: string) => void };

function ClosedDay({ centerId, closing, onOpened }: ClosedDayProps) {
  const reload = useReloadClosings(centerId);
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const day = formatClosed(closing);
  const { sendsEmail = true } = useStaff();
  async function open(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t`Open this day again?`,
      text: sendsEmail
        ? t`Donors who have not chosen another day keep their appointment, and are told so.`
        : t`Donors who have not chosen another day keep their appointment. This site cannot send emails yet: tell those whom you have called.`,
      details: day,
    });
    if (!isConfirmed) return;
    await call(removeClosing, { params: { id: centerId, closingId: closing._id } });
    await reload();
    onOpened(t`Reopened: ${day}`);
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="grid gap-1 wrap-anywhere">
        <strong>{day}</strong>
        {closing.message && <span className="bb-hint whitespace-pre-line">{closing.message}</span>}
      </span>
      <Button
        variant="outlined"
        size="small"
        isBusy={isBusy}
        aria-label={t`Open again: ${day}`}
        onClick={() => void attempt(open)}
      >
        <Trans>Open again</Trans>
      </Button>
      <FormError text={failure} />
    </div>
  );
}
