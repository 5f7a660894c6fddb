import { t } from '@lingui/core/macro';
import { linkGoogle, unlinkGoogle } from '#web/session/google.ts';
import { AttemptButton } from '#web/ui/attempt-form.tsx';
import { toast } from '#web/ui/toast.ts';
import { useRecently } from './recently.tsx';

type Props = { linked: boolean; hasPassword: boolean };

/** Signing in with Google: switched on and off. */
export function GooglePart({ linked, hasPassword }: Props) {
  const recently = useRecently();
  const [act, done] = linked
    ? [unlinkGoogle, t`Your Google account is unlinked`]
    : [linkGoogle, t`Your Google account is linked`];
  return (
    <div className="grid justify-items-start gap-4">
      <p>{linked ? linkedText(hasPassword) : t`Link your Google account to sign in with it too.`}</p>
      <AttemptButton look="quiet" act={() => recently(act).then(() => toast.success(done))}>
        {linked ? t`Unlink Google` : t`Link Google`}
      </AttemptButton>
    </div>
  );
}

const linkedText = (hasPassword: boolean): string =>
  hasPassword
    ? t`You can sign in with your Google account.`
    : t`You sign in with your Google account. Without it, a link that we mail you is the way in.`;
