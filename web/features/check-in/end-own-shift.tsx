import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { endShift, listShifts } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { discardShift } from '#web/auth/own-shift.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { countChanges, sendUnsent } from './device/devices.ts';
import { changesText, unsentChangesText } from './texts.ts';

/**
 * Renders a button that ends the shift on this device. It sends the device's changes first, and asks for
 * confirmation if some could not be sent.
 */
export function EndOwnShift() {
  const { user } = useSession();
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const endOwn = async () => {
    const userId = user?.uid ?? '';
    await sendUnsent(userId);
    const counts = await countChanges(userId);
    const title = changesText(counts);
    const isConfirmed =
      !title ||
      (await confirmDialog({
        title,
        text: unsentChangesText(counts),
        yes: t`End the shift`,
        no: t`Cancel`,
      }));
    if (!isConfirmed) return;
    const own = (await call(listShifts)).find(({ isOwnDevice }) => isOwnDevice);
    if (own) await call(endShift, { params: { id: own._id } });
    discardShift();
    await cache.resetQueries({ queryKey: ['staff', user?.uid] });
  };
  return (
    <>
      <FormError text={failure} />
      <Button variant="outlined" isBusy={isBusy} onClick={() => void attempt(endOwn)}>
        <Trans>End the shift on this device</Trans>
      </Button>
    </>
  );
}
