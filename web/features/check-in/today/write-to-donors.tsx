import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import type { Day } from '#contract/days.ts';
import { countDonorsOfDay, DonorMessage, previewDonorMessage } from '#contract/donor-messages.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { formatDay } from '#web/i18n/days.ts';
import { staffErrorText } from '../../staff/error-texts.ts';
import { NoEmailServer } from '../../staff/no-email-server.tsx';
import { useStaff } from '../../staff/staff-layout.tsx';
import { MessageOutcome, type Sent } from './message-outcome.tsx';
import { MessagePreview, type Previewed } from './message-preview.tsx';
import { describeReach } from './message-reach.ts';
import { ShowPhoneNumbers } from './show-phone-numbers.tsx';

const FormFields = z.object({ message: DonorMessage.shape.message });

const fieldTexts: Record<string, string> = {
  'Write a message': t`Write a message`,
  'Use at most 500 characters': t`Use at most 500 characters`,
};

type Props = { centerId: string; day: Day; isToday: boolean };

/**
 * Emails everyone who is expected on a day. Then lists the donors whom the site cannot email, to be called. If
 * it can email nobody, there is no message to write.
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
        {sent && <MessageOutcome sent={sent} isToday={props.isToday} />}
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
  if (!sendsEmail || count?.emailed === 0)
    return (
      <div className="bb-card grid gap-4 p-4">
        <NoEmailServer />
        <p role="status" className="empty:hidden">
          {reach}
        </p>
        {count && count.toCall > 0 && <ShowPhoneNumbers {...{ centerId, day, onShown: onSent }} />}
      </div>
    );
  if (previewed) return <MessagePreview {...{ centerId, day, isToday, onSent, previewed }} onBack={goBack} />;
  return (
    <form onSubmit={preview} noValidate className="bb-card grid gap-4 p-4">
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
