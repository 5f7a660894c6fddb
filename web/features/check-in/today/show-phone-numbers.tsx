import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { sendDonorMessage } from '#contract/donor-messages.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { staffErrorText } from '../../staff/error-texts.ts';
import type { Sent } from './message-outcome.tsx';

type Props = { centerId: string; day: Day; onShown: (sent: Sent) => void };

/** Lists the phone numbers of the donors of a day on which the site can email none of them. */
export function ShowPhoneNumbers({ centerId, day, onShown }: Props) {
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const show = () =>
    attempt(async () =>
      onShown(await call(sendDonorMessage, { params: { id: centerId }, body: { date: day } })),
    );
  return (
    <>
      <FormError text={failure} />
      <Button isBusy={isBusy} className="justify-self-start" onClick={() => void show()}>
        <Trans>Show the phone numbers</Trans>
      </Button>
    </>
  );
}
