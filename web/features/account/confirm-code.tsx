import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { loadIdentityClient, reloadUser } from '#web/auth/auth-provider.tsx';
import { type EmailOwnershipProof, IdentityError } from '#web/auth/identity.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { errorText, FormError } from '#web/components/form-error.tsx';
import { Continue, ExpiredCode } from './expired-code.tsx';
import { VerifyOwnership } from './verify-ownership.tsx';

type Props = {
  code: string;
  title: string;
  text: string;
  done: string;
  /** What to do when the link opens nothing any more. */
  otherwise: string;
  /** The code confirms an address. `alone`: also without the account's password, which is removed then. */
  address?: 'alone' | 'with-account';
};

type State = 'asking' | 'busy' | 'done' | 'removed' | 'over' | 'password-required' | 'sign-in-required';

const stateAfter: Record<string, State> = {
  'expired-action-code': 'over',
  'invalid-action-code': 'over',
  'password-required': 'password-required',
  'sign-in-required': 'sign-in-required',
};

/** Redeems a code at the press of a button: some mail programs open links by themselves. */
export function ConfirmCode({ code, title, text, done, otherwise, address }: Props) {
  const [state, setState] = useState<State>('asking');
  const [failure, setFailure] = useState<string>();

  /** Asks for more where the code alone is not enough; every other refusal is thrown. */
  async function redeem(proof?: EmailOwnershipProof) {
    setFailure(undefined);
    try {
      const identity = await loadIdentityClient();
      const confirmed = address ? await identity.confirmEmail(code, proof) : await identity.applyCode(code);
      setState(confirmed?.removedOtherMethods ? 'removed' : 'done');
    } catch (error) {
      const next = error instanceof IdentityError ? stateAfter[error.code] : undefined;
      if (!next) throw error;
      if (next === 'over') setFailure(errorText(error));
      setState(next);
    } finally {
      // Whoever is signed in here may be another one now, or has been signed out by the change.
      await reloadUser();
    }
  }

  async function confirm() {
    setState('busy');
    await redeem().catch((error: unknown) => {
      setFailure(errorText(error));
      setState('asking');
    });
  }

  if (state === 'over') return <ExpiredCode reason={failure} otherwise={otherwise} />;
  if (state === 'password-required') {
    return <VerifyOwnership title={title} mayRemove={address === 'alone'} onProof={redeem} />;
  }
  const isDone = state === 'done' || state === 'removed' || state === 'sign-in-required';
  return (
    <>
      <h1 ref={isDone ? focusOnMount : undefined} tabIndex={-1}>
        {title}
      </h1>
      <p role="status" className="mt-4 mb-6">
        {state === 'done' && done}
        {state === 'removed' && removedText}
        {state === 'sign-in-required' && signInText}
        {!isDone && text}
      </p>
      <div className="grid justify-items-start gap-4">
        <FormError text={failure} />
        {isDone ? (
          <Continue />
        ) : (
          <Button busy={state === 'busy'} onClick={() => void confirm()}>
            <Trans>Confirm</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

const removedText = t`Your email address is confirmed. All other ways to sign in to this account are removed, and every device is signed out. To sign in, select "Forget Password ?" on the login page: we email you a link.`;
const signInText = t`Sign in to your account in this browser first. Then open the link in our email again.`;
