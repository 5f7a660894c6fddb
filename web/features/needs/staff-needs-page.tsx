import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { listStaffNeeds, type NeedLevel, needLevels, setNeed } from '#contract/needs.ts';
import { bloodGroups } from '#contract/values.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { districtsQuery } from '#web/queries/districts-query.ts';
import { ChangeOutcome } from '../staff/change-outcome.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { useChange } from '../staff/use-change.ts';

const levelNames: Record<NeedLevel, string> = {
  enough: t`Enough`,
  low: t`Low`,
  urgent: t`Urgent`,
};

/** On this page a coordinator sets how much blood of each group a district needs. */
export function StaffNeedsPage() {
  const { user } = useSession();
  const districts = useQuery(districtsQuery);
  const needs = useQuery({
    queryKey: ['staff', user?.uid, 'needs'],
    queryFn: ({ signal }) => call(listStaffNeeds, { signal }),
  });
  const { done, failure, isBusy, change } = useChange();
  const [chosen, setChosen] = useState<string>();
  if (needs.isPending || districts.isPending) return <PageSpinner label={t`What is needed`} />;
  const failed = needs.error ? needs : districts.error ? districts : undefined;
  const district = chosen ?? needs.data?.[0]?.district ?? districts.data?.[0]?._id ?? '';
  const set = (bloodGroup: (typeof bloodGroups)[number], level: NeedLevel) =>
    void change(async () => {
      await call(setNeed, { body: { bloodGroup, district, level } });
      const name = levelNames[level];
      return t`${bloodGroup} in ${district}: ${name}`;
    });
  return (
    <StaffPage
      heading={t`What is needed`}
      back={{ to: '/staff/requests', text: t`Requests for blood` }}
      lead={t`The home page shows what is low or urgent. After a day without a change it shows nothing.`}
    >
      {failed && <StaffLoadError name={t`The list`} query={failed} />}
      {districts.data?.length === 0 && (
        <p className="bb-card p-6">
          <Trans>This site has no districts. The owner can add them under Your site.</Trans>
        </p>
      )}
      {districts.data && districts.data.length > 0 && (
        <>
          <SelectField
            label={t`District`}
            className="max-w-xs"
            value={district}
            onChange={({ target }) => setChosen(target.value)}
          >
            {districts.data.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
          <ChangeOutcome failure={failure} done={done} />
          <ul className="grid gap-3">
            {bloodGroups.map((group) => {
              const need = needs.data?.find((one) => one.bloodGroup === group && one.district === district);
              return (
                <li key={group} className="bb-card flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
                  <strong className="w-14 text-heading">{group}</strong>
                  <fieldset aria-label={group} className="flex flex-wrap gap-2">
                    {needLevels.map((level) => (
                      <Button
                        key={level}
                        size="small"
                        variant={need?.level === level ? 'primary' : 'outlined'}
                        aria-pressed={need?.level === level}
                        isBusy={isBusy}
                        onClick={() => set(group, level)}
                      >
                        {levelNames[level]}
                      </Button>
                    ))}
                  </fieldset>
                  <span className="text-ink-soft text-small">{ageText(need)}</span>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </StaffPage>
  );
}

function ageText(need: { level: string; updatedAt: string } | undefined): string {
  if (!need) return t`Never set`;
  const time = formatDateTime(need.updatedAt);
  return need.level === 'unknown' ? t`Not known: last set ${time}` : t`Set ${time}`;
}
