import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { signOut, useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { StaffMessage } from '../staff/staff-message.tsx';
import { type ChangeCounts, countChanges, discardUnsent, sendUnsent } from './device/devices.ts';
import { changesText } from './texts.ts';
import { useSingleTaps } from './today/use-single-taps.ts';

/**
 * Signs out a person who has used the staff pages on this device. First asks about changes that are only on
 * this device.
 */
export function SignOutPage() {
  const { user } = useSession();
  const userId = user?.uid ?? '';
  const [counts, setCounts] = useState<ChangeCounts>();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);

  const ignoreRepeatedTaps = useSingleTaps();

  async function leave() {
    await discardUnsent(userId);
    await signOut({ keepToken: false });
  }
  async function leaveIfSent(error?: Error) {
    const found = await countChanges(userId);
    if (!changesText(found)) return leave();
    setCounts(found);
    if (error) throw error;
  }
  const start = useEffectEvent(() => void leaveIfSent());
  useEffect(() => start(), []);

  if (!counts) return <FullHeightSpinner />;
  const { unsent, centerId = '' } = counts;
  return (
    <StaffMessage
      heading={changesText(counts)}
      text={
        unsent > 0
          ? t`What was not sent is only on this device. If you sign out without sending it, it is lost.`
          : t`What was not accepted is only on this device. The list says why, above the donors.`
      }
    >
      <div className="grid justify-items-start gap-3" onClickCapture={ignoreRepeatedTaps}>
        <FormError text={failure} />
        {unsent > 0 && (
          <Button
            isBusy={isBusy}
            onClick={() => void attempt(async () => leaveIfSent(await sendUnsent(userId)))}
          >
            <Trans>Send now</Trans>
          </Button>
        )}
        <LinkButton to={`/staff/today?center=${centerId}`} variant="outlined">
          <Trans>To the list</Trans>
        </LinkButton>
        <Button variant="danger" onClick={() => void leave()}>
          <Trans>Sign out and lose them</Trans>
        </Button>
      </div>
    </StaffMessage>
  );
}
