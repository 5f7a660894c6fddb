import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

type Props = { email: string; confirmEmail: () => Promise<void> };

/** A second step needs an address at which its owner is told of changes. */
export function ConfirmEmailFirst({ email, confirmEmail }: Props) {
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [failure, setFailure] = useState<string>();

  async function send() {
    setState('busy');
    setFailure(undefined);
    try {
      await confirmEmail();
      setState('sent');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'This did not work. Please try again.');
      setState('asking');
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">
        {state === 'sent'
          ? `A link is on its way to ${email}. Open it, then come back to this page.`
          : `Confirm your email address (${email}) first: that is where we tell you of changes.`}
      </p>
      <p role="alert" className="bb-error">
        {failure}
      </p>
      {state !== 'sent' && (
        <Button look="quiet" busy={state === 'busy'} onClick={() => void send()}>
          Send me the link
        </Button>
      )}
    </div>
  );
}
