import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getRequestRules, type RequestRules, setRequestRules } from '#contract/staff-blood-requests.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { districtsQuery } from '#web/queries/districts-query.ts';

/** The owner's rules: where requests need no approval, and how long to wait for answers. */
export function RequestRulesSection() {
  const { user } = useSession();
  const options = {
    queryKey: ['staff', user?.uid, 'request-rules'],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(getRequestRules, { signal }),
  };
  const query = useQuery(options);
  return (
    <Section title={t`Rules`}>
      {query.data ? (
        <RulesForm rules={query.data} queryKey={options.queryKey} />
      ) : (
        <SectionLoading query={query} label={t`Loading the rules`} />
      )}
    </Section>
  );
}

function RulesForm({ rules, queryKey }: { rules: RequestRules; queryKey: unknown[] }) {
  const [minutes, setMinutes] = useState(String(rules.waveMinutes));
  const [chosen, setChosen] = useState(rules.withoutApproval);
  const [done, setDone] = useState<string>();
  const { data: districts = [] } = useQuery(districtsQuery);
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction();
  async function save(): Promise<void> {
    const body = { withoutApproval: chosen, waveMinutes: Number(minutes) };
    const saved = await call(setRequestRules, { body });
    setDone(t`Saved.`);
    cache.setQueryData(queryKey, saved);
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(save);
      }}
    >
      <Field label={t`Minutes until more donors are asked`}>
        {(aria) => (
          <input
            {...aria}
            type="number"
            min={5}
            max={240}
            required
            className="bb-input max-w-40"
            value={minutes}
            onChange={({ target }) => setMinutes(target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">
          <Trans>Districts in which requests need no approval</Trans>
        </legend>
        <div className="grid max-h-72 gap-x-4 overflow-y-auto sm:grid-cols-2">
          {districts.map(({ _id, name }) => (
            <label key={_id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="bb-choice"
                checked={chosen.includes(_id)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, _id] : chosen.filter((each) => each !== _id))
                }
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <FormError text={failure} />
      <SectionDone text={done} />
      <Button type="submit" variant="outlined" isBusy={isBusy} className="justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
