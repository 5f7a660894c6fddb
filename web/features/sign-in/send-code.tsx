import { useState } from 'react';
import { factorName } from '#web/session/factor-name.ts';
import type { Factor } from '#web/session/second-factors.ts';
import { Button } from '#web/ui/button.tsx';

type Props = { factor: Factor; sent: boolean; failed: boolean; onSend: () => Promise<void> };

/** Has a code texted, and says where it went. Not by itself: each text costs, and may find the phone elsewhere. */
export function SendCode({ factor, sent, failed, onSend }: Props) {
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    await onSend();
    setBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-2">
      <p role="status">
        {sent
          ? `We sent six digits to your ${factorName(factor).toLowerCase()}. They are good for 10 minutes.`
          : `We text six digits to your ${factorName(factor).toLowerCase()}.`}
      </p>
      <Button look={sent ? 'quiet' : 'primary'} busy={busy} onClick={() => void send()}>
        {sent ? 'Send again' : failed ? 'Try again' : 'Send code'}
      </Button>
    </div>
  );
}
