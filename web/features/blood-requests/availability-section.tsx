import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { type Availability, type Channel, setAvailability } from '#contract/availability.ts';
import { dayAt } from '#contract/days.ts';
import { bloodGroups } from '#contract/values.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { districtsQuery } from '#web/queries/districts-query.ts';
import { availabilityQuery } from './availability-query.ts';
import { requestErrorText } from './error-texts.ts';

/** The account page's section about questions to a donor, or nothing on a site without districts. */
export function AvailabilitySection() {
  return hasFeature('requests') ? <WithDistricts /> : null;
}

function WithDistricts() {
  const { user } = useSession();
  const districts = useQuery(districtsQuery);
  const query = useQuery(availabilityQuery(user?.uid));
  if (districts.data?.length === 0) return null;
  return (
    <Section title={t`When a patient needs blood`}>
      {query.data && districts.data ? (
        <AvailabilityForm availability={query.data} districts={districts.data} />
      ) : (
        <SectionLoading query={districts.data ? query : districts} label={t`Loading what you have chosen`} />
      )}
    </Section>
  );
}

type District = { _id: string; name: string; division: string };
type Props = { availability: Availability; districts: readonly District[] };

function AvailabilityForm({ availability, districts }: Props) {
  const { user } = useSession();
  const [draft, setDraft] = useState(availability);
  const [done, setDone] = useState<string>();
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction(requestErrorText);
  const change = (changes: Partial<Availability>) => {
    setDone(undefined);
    setDraft({ ...draft, ...changes });
  };
  const own = districts.find(({ _id }) => _id === draft.district);
  const inDivision = districts.filter(({ division }) => division === own?.division).length;
  const reach = draft.maxDistricts <= 1 ? 1 : draft.maxDistricts <= inDivision ? 2 : 3;
  const today = dayAt({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }, siteNow());

  async function save(): Promise<void> {
    const { pausedUntil, ...fields } = draft;
    const isPaused = pausedUntil !== undefined && pausedUntil > today;
    const body = { ...fields, ...(isPaused && { pausedUntil }) };
    const saved = await call(setAvailability, { body });
    cache.setQueryData(availabilityQuery(user?.uid).queryKey, saved);
    setDraft(saved);
    setDone(
      saved.mayBeAsked
        ? t`Saved. We ask you when a patient near you needs your blood group.`
        : t`Saved. We won't ask you.`,
    );
  }
  const toggleChannel = (channel: Channel) =>
    change({
      channels: draft.channels.includes(channel)
        ? draft.channels.filter((each) => each !== channel)
        : [...draft.channels, channel],
    });

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(save);
      }}
    >
      <p>
        <Trans>
          We ask you at most once a week, and only when you can give blood again. No one sees that you are a
          donor until you say that you can come.
        </Trans>
      </p>
      <Choice
        label={t`You may ask me to give blood`}
        isOn={draft.mayBeAsked}
        onChange={(mayBeAsked) => change({ mayBeAsked })}
      />
      {draft.mayBeAsked && (
        <>
          <SelectField
            label={t`Your blood group`}
            value={draft.bloodGroup ?? ''}
            onChange={({ target }) =>
              change({ bloodGroup: bloodGroups.find((group) => group === target.value) })
            }
          >
            <option value="" disabled>{t`Choose`}</option>
            {bloodGroups.map((group) => (
              <option key={group}>{group}</option>
            ))}
          </SelectField>
          <SelectField
            label={t`Your district`}
            value={draft.district ?? ''}
            onChange={({ target }) => change({ district: target.value })}
          >
            <option value="" disabled>{t`Choose`}</option>
            {districts.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t`How far you go`}
            value={reach}
            onChange={({ target }) =>
              change({
                maxDistricts:
                  [1, Math.max(2, inDivision), districts.length + 1][Number(target.value) - 1] ?? 1,
              })
            }
          >
            <option value={1}>{t`Only in my district`}</option>
            <option value={2}>{own ? t`In the division ${own.division}` : t`In my division`}</option>
            <option value={3}>{t`Everywhere`}</option>
          </SelectField>
          <div className="grid gap-4 sm:grid-cols-2">
            {(['from', 'to'] as const).map((end) => (
              <Field key={end} label={end === 'from' ? t`Not before` : t`Not after`}>
                {(aria) => (
                  <input
                    {...aria}
                    type="time"
                    className="bb-input"
                    value={draft.hours[end]}
                    required
                    onChange={({ target }) => change({ hours: { ...draft.hours, [end]: target.value } })}
                  />
                )}
              </Field>
            ))}
          </div>
          <Choice
            label={t`Also at night, if blood is needed within six hours`}
            isOn={draft.urgentAtNight}
            onChange={(urgentAtNight) => change({ urgentAtNight })}
          />
          <Choice
            label={t`By email`}
            isOn={draft.channels.includes('email')}
            onChange={() => toggleChannel('email')}
          />
          <Choice
            label={t`By text message, where the site sends them`}
            isOn={draft.channels.includes('text')}
            onChange={() => toggleChannel('text')}
          />
          <Field label={t`Pause until (optional)`}>
            {(aria) => (
              <input
                {...aria}
                type="date"
                className="bb-input"
                min={today}
                value={draft.pausedUntil ?? ''}
                onChange={({ target }) => change({ pausedUntil: target.value || undefined })}
              />
            )}
          </Field>
        </>
      )}
      <FormError text={failure} />
      <SectionDone text={done} />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}

type ChoiceProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Choice({ label, isOn, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-3">
      <input
        id={id}
        type="checkbox"
        className="bb-choice"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
