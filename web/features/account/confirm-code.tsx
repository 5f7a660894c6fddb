import { useState } from 'react';
import { openIdentity } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';

type Props = { code: string; title: string; text: string; done: string };

/** Redeems a code at the press of a button: some mail programs open links by themselves. */
export function ConfirmCode({ code, title, text, done }: Props) {
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [failure, setFailure] = useState<string>();

  async function confirm() {
    setState('busy');
    setFailure(undefined);
    try {
      await (await openIdentity()).applyCode(code);
      setState('done');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'This did not work. Please try again.');
      setState('asking');
    }
  }

  return (
    <>
      <h1 ref={state === 'done' ? focusOnMount : undefined} tabIndex={-1}>
        {title}
      </h1>
      <p role="status" className="mt-4 mb-6">
        {state === 'done' ? done : text}
      </p>
      <p role="alert" className="bb-error mb-4">
        {failure}
      </p>
      {state === 'done' ? (
        <LinkButton to="/login">Go to login</LinkButton>
      ) : (
        <Button busy={state === 'busy'} onClick={() => void confirm()}>
          Confirm
        </Button>
      )}
    </>
  );
}
