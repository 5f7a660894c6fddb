import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { IdentityError } from '#web/session/identity.ts';
import { openIdentity, reloadPerson, useSession } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { CodeOver } from './code-over.tsx';
import { Refusal } from './refusal.tsx';

type Props = {
  code: string;
  title: string;
  text: string;
  done: string;
  /** What to do when the link opens nothing any more. */
  otherwise: string;
};

/** Redeems a code at the press of a button: some mail programs open links by themselves. */
export function ConfirmCode({ code, title, text, done, otherwise }: Props) {
  const { state: session } = useSession();
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'over'>('asking');
  const [failure, setFailure] = useState<string>();

  async function confirm() {
    setState('busy');
    setFailure(undefined);
    try {
      await (await openIdentity()).applyCode(code);
      setState('done');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t`This did not work. Please try again.`);
      setState(isOver(error) ? 'over' : 'asking');
    }
    // Whoever is signed in here may be another one now, or has been signed out by the change.
    await reloadPerson();
  }

  if (state === 'over') return <CodeOver reason={failure} otherwise={otherwise} />;
  return (
    <>
      <h1 ref={state === 'done' ? focusOnMount : undefined} tabIndex={-1}>
        {title}
      </h1>
      <p role="status" className="mt-4 mb-6">
        {state === 'done' ? done : text}
      </p>
      <div className="grid justify-items-start gap-4">
        <Refusal text={failure} />
        {state === 'done' ? (
          <GoOn signedIn={session === 'signed-in'} />
        ) : (
          <Button busy={state === 'busy'} onClick={() => void confirm()}>
            <Trans>Confirm</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

const isOver = (error: unknown): boolean =>
  error instanceof IdentityError && ['expired-action-code', 'invalid-action-code'].includes(error.code);

const GoOn = ({ signedIn }: { signedIn: boolean }) =>
  signedIn ? (
    <LinkButton to="/dashboard/account">
      <Trans>Go to your account</Trans>
    </LinkButton>
  ) : (
    <LinkButton to="/login">
      <Trans>Go to login</Trans>
    </LinkButton>
  );
