import { t } from '@lingui/core/macro';
import { addMonths, type Month, utcMonth } from '#contract/months.ts';
import type { MonthlyFigures } from '#contract/staff-figures.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { Button } from '#web/components/button.tsx';
import { CenterSelect } from '#web/components/center-select.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { formatMonth } from '#web/i18n/days.ts';

/** Appointments can be a year ahead. */
const MONTHS_AHEAD = 12;
const MONTHS_BACK = 36;

/** Renders a month select with buttons for the previous and next month. */
export function MonthChoice({ month, onChange }: { month: Month; onChange: (month: Month) => void }) {
  const latest = addMonths(utcMonth(siteNow()), MONTHS_AHEAD);
  const listed = Array.from({ length: MONTHS_AHEAD + MONTHS_BACK + 1 }, (_, back) =>
    addMonths(latest, -back),
  );
  const others = listed.includes(month) ? [] : [month];
  const months = month > latest ? [...others, ...listed] : [...listed, ...others];
  return (
    <div className="flex items-end gap-2">
      <MonthButton text="‹" label={t`Previous month`} onClick={() => onChange(addMonths(month, -1))} />
      <SelectField label={t`Month`} value={month} onChange={({ target }) => onChange(target.value as Month)}>
        {months.map((listedMonth) => (
          <option key={listedMonth} value={listedMonth}>
            {formatMonth(listedMonth)}
          </option>
        ))}
      </SelectField>
      <MonthButton text="›" label={t`Next month`} onClick={() => onChange(addMonths(month, 1))} />
    </div>
  );
}

const MonthButton = ({ text, label, onClick }: { text: string; label: string; onClick: () => void }) => (
  <Button variant="outlined" aria-label={label} onClick={onClick} className="min-w-12 px-0">
    <span aria-hidden="true" className="text-heading">
      {text}
    </span>
  </Button>
);

type Props = {
  centers: MonthlyFigures['centers'];
  /** Empty for all centers. */
  centerId: string;
  onChange: (centerId: string) => void;
};

/** Renders nothing if there are fewer than two centers, unless one is chosen. */
export function CenterChoice({ centers, centerId, onChange }: Props) {
  const isListed = centers.some(({ _id }) => _id === centerId);
  if (centers.length < 2 && !centerId) return null;
  return (
    <div className="min-w-0 grow sm:max-w-80">
      <CenterSelect
        centers={centers}
        value={centerId}
        onChange={({ target }) => onChange(target.value)}
        className="w-full"
      >
        <option value="">{t`All centers`}</option>
        {centerId && !isListed && <option value={centerId}>{centerId}</option>}
      </CenterSelect>
    </div>
  );
}
