import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { dayOf } from '#contract/days.ts';
import { exportUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { toast } from '#web/ui/toast.ts';
import { recently } from './recently.ts';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

/** Everything that is kept about the person, as a file. */
export function MyData({ signInAgain }: { signInAgain: () => Promise<boolean> }) {
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  const download = () =>
    whileBusy(() =>
      attempt(async () => {
        const data = await recently(() => call(exportUser), signInAgain);
        if (!data) return;
        saveFile(
          `blood-buddies-my-data-${dayOf(new Date())}.json`,
          JSON.stringify(data, null, 2),
          'application/json',
        );
        toast.success(t`Your data is in your downloads`);
      }),
    );

  return (
    <div className="grid justify-items-start gap-4">
      <p>
        <Trans>
          Everything we keep about you, in one file (JSON): your account, appointments, photos, opinions, and
          when you signed in.
        </Trans>
      </p>
      <Refusal text={failure} />
      <Button look="quiet" busy={busy} onClick={() => void download()}>
        <Trans>Download my data</Trans>
      </Button>
    </div>
  );
}
