import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { MONTH_PATTERN, type Month, utcMonth } from '#contract/months.ts';
import { downloadFiguresCsv, figureNames, getFigures, type MonthlyFigures } from '#contract/staff-figures.ts';
import { call } from '#web/api/client.ts';
import { queryOptions, useQuery } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatMonth } from '#web/i18n/days.ts';
import { PrintAndDownload } from '../donations/print-and-download.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { FiguresByCenter } from './by-center.tsx';
import { ByDay } from './by-day.tsx';
import { CenterChoice, MonthChoice } from './choices.tsx';
import { Totals } from './totals.tsx';

type Choice = { month: Month; centerId?: string };

const figuresQuery = (userId: string | undefined, choice: Choice) =>
  queryOptions({
    queryKey: ['staff', userId, 'figures', choice],
    queryFn: ({ signal }) => call(getFigures, { signal, query: choice }),
  });

/** Shows how many appointments of a month had each outcome. The address contains the month and the center. */
export function FiguresPage() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const chosenMonth = search.get('month') ?? '';
  const month = MONTH_PATTERN.test(chosenMonth) ? (chosenMonth as Month) : utcMonth(siteNow());
  const centerId = search.get('center') ?? '';
  // Load the figures of all centers, to list the centers even while one is chosen.
  const all = useQuery(figuresQuery(user?.uid, { month }));
  const ofChoice = useQuery(figuresQuery(user?.uid, centerId ? { month, centerId } : { month }));
  const show = (choice: Choice) =>
    setSearch({ month: choice.month, ...(choice.centerId && { center: choice.centerId }) });

  return (
    <StaffPage heading={t`Figures`}>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <MonthChoice month={month} onChange={(next) => show({ month: next, centerId })} />
        <CenterChoice
          centers={all.data?.centers ?? []}
          centerId={centerId}
          onChange={(next) => show({ month, centerId: next })}
        />
      </div>
      {ofChoice.isPending && <Spinner label={t`Loading the figures`} />}
      {ofChoice.error && <StaffLoadError name={t`The figures`} query={ofChoice} />}
      {ofChoice.data && <Report figures={ofChoice.data} centerId={centerId} />}
    </StaffPage>
  );
}

function Report({ figures, centerId }: { figures: MonthlyFigures; centerId: string }) {
  const { totals, previousTotals, centers, otherCenters, days } = figures;
  const month = figures.month as Month;
  const name = formatMonth(month);
  if (figureNames.every((figure) => totals[figure] === 0))
    return (
      <p className="bb-card bb-lead p-6" role="status">
        <Trans>There are no appointments in {name}. Choose another month.</Trans>
      </p>
    );
  return (
    <>
      <Totals
        heading={[name, centerId && (centers[0]?.name ?? centerId)].filter(Boolean).join(', ')}
        month={month}
        totals={totals}
        previousTotals={previousTotals}
      />
      <ByDay days={days} />
      {!centerId && <FiguresByCenter centers={centers} otherCenters={otherCenters} />}
      <div className="flex flex-wrap gap-3 print:hidden">
        <PrintAndDownload
          path={`${downloadFiguresCsv.path}?${new URLSearchParams({ month, ...(centerId && { centerId }) })}`}
          name={`blood-buddies-figures-${month}.csv`}
        />
      </div>
    </>
  );
}
