import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { reloadUser } from '#web/auth/account.ts';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import { type EmailOwnershipProof, IdentityError } from '#web/auth/identity.ts';
import { Button } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError } from '#web/components/form-error.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Continue, ExpiredCode } from './expired-code.tsx';

const VerifyOwnership = lazyComponent(() => import('./verify-ownership.tsx'));

type Props = {
  code: string;
  title: string;
  text: string;
  /** The heading once the code is redeemed. */
  doneTitle: string;
  done: string;
  /** Advice for an expired or invalid link. */
  nextStep: string;
  /**
   * Set when the code confirms an address. `password-optional`: the password can be removed instead of
   * entered.
   */
  emailConfirmation?: 'password-optional' | 'password-required';
};

type State =
  | 'idle'
  | 'busy'
  | 'done'
  | 'methods-removed'
  | 'expired'
  | 'password-required'
  | 'sign-in-required';

const stateAfter: Record<string, State> = {
  'expired-action-code': 'expired',
  'invalid-action-code': 'expired',
  'password-required': 'password-required',
  'sign-in-required': 'sign-in-required',
};

/** Redeems a code only when the button is pressed, because some email programs open links automatically. */
export function ConfirmCode({ code, title, text, doneTitle, done, nextStep, emailConfirmation }: Props) {
  const [state, setState] = useState<State>('idle');
  const [failure, setFailure] = useState<string>();

  /**
   * Redeems the code. Shows what to do if the code has expired, or if the identity provider requires a
   * password or a sign-in. Throws every other error.
   */
  async function redeem(proof?: EmailOwnershipProof) {
    setFailure(undefined);
    try {
      const identity = await loadIdentityClient();
      const confirmed = emailConfirmation
        ? await identity.confirmEmail(code, proof)
        : await identity.applyCode(code);
      setState(confirmed?.removedOtherMethods ? 'methods-removed' : 'done');
    } catch (error) {
      const next = error instanceof IdentityError ? stateAfter[error.code] : undefined;
      if (!next) throw error;
      if (next === 'expired') setFailure(errorText(error));
      setState(next);
    } finally {
      // The change may have signed this browser out or changed its user.
      await reloadUser();
    }
  }

  async function confirm() {
    setState('busy');
    await redeem().catch((error: unknown) => {
      setFailure(errorText(error));
      setState('idle');
    });
  }

  if (state === 'expired') return <ExpiredCode reason={failure} nextStep={nextStep} />;
  if (state === 'password-required') {
    return (
      <VerifyOwnership
        code={code}
        title={title}
        isPasswordOptional={emailConfirmation === 'password-optional'}
        onProof={redeem}
      />
    );
  }
  const isRedeemed = state === 'done' || state === 'methods-removed';
  const isDone = isRedeemed || state === 'sign-in-required';
  return (
    <>
      <h1 ref={isDone ? focusOnMount : undefined} tabIndex={-1}>
        {isRedeemed ? doneTitle : title}
      </h1>
      <p role="status" className="mt-4 mb-6">
        {state === 'done' && done}
        {state === 'methods-removed' && methodsRemovedText}
        {state === 'sign-in-required' && signInFirstText}
        {!isDone && text}
      </p>
      <div className="grid justify-items-start gap-4">
        <FormError text={failure} />
        {isDone ? (
          <Continue />
        ) : (
          <Button isBusy={state === 'busy'} onClick={() => void confirm()}>
            <Trans>Confirm</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

const methodsRemovedText = t`Your email address is confirmed. All other ways to sign in to this account are removed, and every device is signed out. To sign in, press “Forget Password ?” on the login page. We email you a link.`;
const signInFirstText = t`Sign in to your account in this browser first. Then open the link in our email again.`;
