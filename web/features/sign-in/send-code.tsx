import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { factorName } from '#web/session/factor-name.ts';
import type { Factor } from '#web/session/second-factors.ts';
import { Button } from '#web/ui/button.tsx';

type Props = { factor: Factor; sent: boolean; failed: boolean; onSend: () => Promise<void> };

/** Has a code texted, and says where it went. Not by itself: each text costs, and may find the phone elsewhere. */
export function SendCode({ factor, sent, failed, onSend }: Props) {
  const [busy, setBusy] = useState(false);
  const name = factorName(factor).toLowerCase();

  async function send() {
    setBusy(true);
    await onSend();
    setBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-2">
      <p role="status">
        {sent
          ? t`We sent six digits to your ${name}. They are good for 10 minutes.`
          : t`We text six digits to your ${name}.`}
      </p>
      <Button look={sent ? 'quiet' : 'primary'} busy={busy} onClick={() => void send()}>
        {sent ? t`Send again` : failed ? t`Try again` : t`Send code`}
      </Button>
    </div>
  );
}
