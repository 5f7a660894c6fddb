import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { bloodComponents } from '#contract/blood-compatibility.ts';
import {
  createBloodRequest,
  MAX_BAGS,
  MAX_DAYS_AHEAD,
  MAX_REQUEST_NOTE,
  RequestFields,
} from '#contract/blood-requests.ts';
import { bloodGroups } from '#contract/values.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { Field, TextField } from '#web/components/field.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { districtsQuery } from '#web/queries/districts-query.ts';
import { donationNames } from '#web/queries/donation-names.ts';
import { phoneField, phoneHint } from '#web/queries/phone-field.ts';
import { ConfirmEmailButton } from '../account/confirm-email-notice.tsx';
import { requestErrorText, requestMessage } from './error-texts.ts';
import { clearDraft, loadDraft, saveDraft } from './request-draft.ts';
import { neverMoney } from './request-texts.ts';

const { district, hospital, initials, relation, note } = RequestFields.shape;

/** The fields as they are typed. Times are in the time zone of the browser. */
const formSchema = () =>
  z.object({
    bloodGroup: z.enum(bloodGroups, 'Choose one'),
    component: z.enum(bloodComponents),
    bags: z.string(),
    district,
    hospital: z.pipe(z.string(), hospital._zod.def.innerType as typeof district),
    neededBy: z
      .string()
      .check(z.refine((text) => Date.parse(text) > Date.now(), 'Choose a time in the future')),
    initials,
    relation,
    phone: phoneField(),
    note,
  });

const choices = Array.from({ length: MAX_BAGS }, (_, n) => n + 1);

/** Asks for blood. What was entered is kept while the person signs in. */
export function RequestForm() {
  const districts = useQuery(districtsQuery);
  const { user } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const cache = useQueryClient();
  const { form, field } = useFields(useRef(formSchema()).current, {
    defaultValues: { component: 'whole-blood', bags: '1' },
    translate: requestMessage,
  });
  const { reset } = form;
  useEffect(() => {
    const draft = loadDraft();
    if (draft) reset(draft);
  }, [reset]);
  const key = useRef(crypto.randomUUID());

  async function submit(fields: z.output<ReturnType<typeof formSchema>>): Promise<void> {
    if (!user) {
      saveDraft(form.getValues());
      await navigate('/login', { state: returnState(location, t`Sign in to send your request.`) });
      return;
    }
    const result = await call(createBloodRequest, {
      headers: { 'Idempotency-Key': key.current },
      body: {
        ...fields,
        bags: Number(fields.bags),
        neededBy: new Date(fields.neededBy).toISOString(),
      },
    });
    if (!result.success) throw new Error(requestMessage(result.message));
    clearDraft();
    await cache.invalidateQueries({ queryKey: ['requests'] });
    await navigate(`/requests/${result.insertedId}`, { replace: true });
  }

  const days = formatNumber(MAX_DAYS_AHEAD);
  return (
    <div className="bb-page bb-section bb-full-height grid grid-cols-1 content-start gap-6">
      <h1 tabIndex={-1}>
        <Trans>Ask for blood</Trans>
      </h1>
      <p className="bb-lead max-w-prose">
        <Trans>
          A coordinator checks your request. Then donors near the hospital are asked. They see the group, the
          hospital and the time, and nothing about the patient or you.
        </Trans>
      </p>
      {districts.data?.length === 0 && (
        <p className="bb-card p-6">
          <Trans>Requests for blood are not possible on this site yet.</Trans>
        </p>
      )}
      {!districts.data && !districts.error && <Spinner label={t`Loading the districts`} />}
      {districts.error && <LoadError name={t`The districts`} query={districts} />}
      {user?.emailVerified === false && (
        <div className="bb-card grid justify-items-start gap-3 p-6">
          <p className="wrap-anywhere">{t`Confirm ${user.email} first. Then you can send your request.`}</p>
          <ConfirmEmailButton />
        </div>
      )}
      {districts.data && districts.data.length > 0 && (
        <div className="bb-card max-w-2xl p-6 [&_form]:grid-cols-1">
          <ActionForm
            form={form}
            onSubmit={submit}
            submitLabel={t`Send the request`}
            toText={requestErrorText}
          >
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
              <SelectField
                label={t`Blood group`}
                error={field('bloodGroup').error}
                defaultValue=""
                {...form.register('bloodGroup')}
              >
                <option value="" disabled>{t`Choose`}</option>
                {bloodGroups.map((group) => (
                  <option key={group}>{group}</option>
                ))}
              </SelectField>
              <SelectField label={t`What is needed`} {...form.register('component')}>
                {bloodComponents.map((component) => (
                  <option key={component} value={component}>
                    {donationNames[component]}
                  </option>
                ))}
              </SelectField>
              <SelectField label={t`Bags`} {...form.register('bags')}>
                {choices.map((count) => (
                  <option key={count} value={String(count)}>
                    {formatNumber(count)}
                  </option>
                ))}
              </SelectField>
            </div>
            <TextField label={t`Hospital`} {...field('hospital')} autoComplete="off" />
            <SelectField
              label={t`District`}
              error={field('district').error}
              defaultValue=""
              {...form.register('district')}
            >
              <option value="" disabled>{t`Choose`}</option>
              {districts.data.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              label={t`Needed by`}
              hint={t`At most ${days} days ahead.`}
              type="datetime-local"
              {...field('neededBy')}
            />
            <TextField
              label={t`Initials of the patient`}
              hint={t`Not the name. Only coordinators see them.`}
              {...field('initials')}
              autoComplete="off"
            />
            <TextField
              label={t`Who are you to the patient?`}
              hint={t`Such as daughter or friend.`}
              {...field('relation')}
              autoComplete="off"
            />
            <TextField
              label={t`Your phone number`}
              hint={[t`Only coordinators see it. You decide which donor may see it, too.`, phoneHint()]
                .filter(Boolean)
                .join(' ')}
              type="tel"
              autoComplete="tel"
              {...field('phone')}
            />
            <Field label={t`Note for the coordinator (optional)`} error={field('note').error}>
              {(aria) => (
                <textarea
                  {...aria}
                  {...form.register('note')}
                  className="bb-input"
                  rows={3}
                  maxLength={MAX_REQUEST_NOTE}
                />
              )}
            </Field>
            <p className="text-ink-soft">{neverMoney()}</p>
          </ActionForm>
        </div>
      )}
    </div>
  );
}
