import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import type { Day } from '#contract/days.ts';
import {
  countDonorsOfDay,
  DonorMessage,
  previewDonorMessage,
  type sendDonorMessage,
} from '#contract/donor-messages.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { staffErrorText } from '../../staff/error-texts.ts';
import { NoEmailServer } from '../../staff/no-email-server.tsx';
import { useStaff } from '../../staff/staff-layout.tsx';
import { MessagePreview, type Previewed } from './message-preview.tsx';
import { callText, describeReach, noDonorText } from './message-reach.ts';

const FormFields = z.object({ message: DonorMessage.shape.message });

const fieldTexts: Record<string, string> = {
  'Write a message': t`Write a message`,
  'Use at most 500 characters': t`Use at most 500 characters`,
};

type Sent = ResponseOf<typeof sendDonorMessage>;
type Props = { centerId: string; day: Day; isToday: boolean };

/**
 * Emails everyone who is expected on a day. Then lists the donors whom the site cannot email, to be called.
 */
export function WriteToDonors(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [sent, setSent] = useState<Sent>();
  return (
    <>
      <Button
        variant="outlined"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen);
          setSent(undefined);
        }}
      >
        <Trans>Write to the donors</Trans>
      </Button>
      <div className="w-full empty:hidden">
        {isOpen && (
          <MessageForm
            {...props}
            onSent={(result) => {
              setIsOpen(false);
              setSent(result);
            }}
          />
        )}
        {sent && <Outcome sent={sent} isToday={props.isToday} />}
      </div>
    </>
  );
}

function MessageForm({ centerId, day, isToday, onSent }: Props & { onSent: (sent: Sent) => void }) {
  const { form, field } = useFields(FormFields, { defaultValues: { message: '' } });
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const { error } = field('message');
  const date = formatDay(day);
  const { user } = useSession();
  const { data: count } = useQuery({
    queryKey: ['staff', user?.uid, 'donors-of-day', centerId, day],
    queryFn: ({ signal }) =>
      call(countDonorsOfDay, { signal, params: { id: centerId }, query: { date: day } }),
    staleTime: 0,
  });
  const { sendsEmail = true } = useStaff();
  const reach = count && describeReach({ ...count, sendsEmail, isToday });
  const [previewed, setPreviewed] = useState<Previewed>();
  const preview = form.handleSubmit(({ message }) =>
    attempt(async () => {
      const body = { date: day, message };
      setPreviewed({ message, ...(await call(previewDonorMessage, { params: { id: centerId }, body })) });
    }),
  );
  const goBack = () => {
    // The field must be on the page before it can have the focus.
    flushSync(() => setPreviewed(undefined));
    form.setFocus('message');
  };
  if (previewed) return <MessagePreview {...{ centerId, day, isToday, onSent, previewed }} onBack={goBack} />;
  return (
    <form onSubmit={preview} noValidate className="bb-card grid gap-4 p-4">
      <NoEmailServer />
      <p role="status" className="empty:hidden">
        {reach}
      </p>
      <Field
        label={t`Message to everybody who is booked on ${date}`}
        hint={t`For example, what to bring, or that you open later. To close the day, use Closings.`}
        error={error && (fieldTexts[error] ?? error)}
      >
        {(aria) => <textarea {...aria} {...form.register('message')} className="bb-input" rows={4} />}
      </Field>
      <FormError text={failure} />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        <Trans>Preview</Trans>
      </Button>
    </form>
  );
}

type OutcomeProps = Pick<Props, 'isToday'> & { sent: Sent };

function Outcome({ sent: { emailed, repeated, toCall }, isToday }: OutcomeProps) {
  const count = toCall.length;
  const { sendsEmail = true } = useStaff();
  return (
    <section aria-label={t`Your message`} className="bb-card grid gap-3 p-4">
      <p ref={focusOnMount} tabIndex={-1} className="font-semibold">
        {[
          emailed + repeated + count === 0 && noDonorText(isToday),
          emailed > 0 &&
            plural(emailed, { one: '# donor is being emailed.', other: '# donors are being emailed.' }),
          repeated > 0 &&
            plural(repeated, {
              one: '# donor was sent this message before.',
              other: '# donors were sent this message before.',
            }),
          count > 0 &&
            (sendsEmail
              ? callText(count)
              : plural(count, { one: 'Please call # donor.', other: 'Please call # donors.' })),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {count > 0 && (
        <ul className="grid gap-1">
          {toCall.map(({ _id, name, phone, time }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
              {time && <span>{formatTime(time)}</span>}
              <strong>{name}</strong>
              {phone && (
                <a href={`tel:${phone}`} className="bb-row-link">
                  {toLocalDigits(phone)}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
