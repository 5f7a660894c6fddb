import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { PageHandle } from '#web/auth/page-handle.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { LinkButton } from '#web/components/button.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { FullHeightSpinner, PageSpinner } from '#web/components/spinner.tsx';
import { ConfirmCode } from './confirm-code.tsx';

const ResetPassword = lazyComponent(() => import('./reset-password.tsx'));
const LinkSignIn = lazyComponent(() => import('#web/features/sign-in/link-sign-in.tsx'));

export const meta = () => pageMeta({ title: t`Your account` });

export const handle = { isShell: true } satisfies Partial<PageHandle>;

/** Redeems the links in the identity provider's emails: `?mode=resetPassword&oobCode=...`. */
export default function ActionPage() {
  const isHydrated = useHydrated();
  // The rendered page has no query string.
  if (!isHydrated) return <FullHeightSpinner />;
  return (
    <div className="bb-page bb-section bb-full-height">
      <div className="bb-card mx-auto max-w-md p-6 wrap-anywhere sm:p-10">
        <Suspense fallback={<PageSpinner />}>
          <Action />
        </Suspense>
      </div>
    </div>
  );
}

type Confirmation = {
  title: string;
  text: string;
  doneTitle: string;
  done: string;
  nextStep: string;
  emailConfirmation?: 'password-optional' | 'password-required';
};

const confirmations: Record<string, Confirmation> = {
  verifyEmail: {
    emailConfirmation: 'password-optional',
    title: t`Confirm your email address`,
    text: t`Press the button to confirm that this address is yours.`,
    doneTitle: t`Email address confirmed`,
    done: t`Your email address is confirmed.`,
    nextStep: t`Check on your account page whether your address is confirmed. You can get a new link there.`,
  },
  verifyAndChangeEmail: {
    emailConfirmation: 'password-required',
    title: t`Confirm your new email address`,
    text: t`Press the button to use this address from now on.`,
    doneTitle: t`Email address changed`,
    done: t`Your email address is changed. Sign in again.`,
    nextStep: t`If your account still has the old address, get a new link on your account page.`,
  },
  recoverEmail: {
    emailConfirmation: 'password-optional',
    title: t`Keep your old email address`,
    text: t`Press the button to undo the change of your email address.`,
    doneTitle: t`Email address restored`,
    done: t`Your old email address is restored. If you did not request the change, choose a new password too.`,
    nextStep: t`If you did not change your address, choose a new password, or ask us for help.`,
  },
  revertSecondFactorAddition: {
    title: t`Remove the new verification method`,
    text: t`Press the button to remove the app, phone or passkey that was added to your account. If it was the first, all others are removed too.`,
    doneTitle: t`Verification method removed`,
    done: t`The verification method is removed, and every device is signed out. Choose a new password now: press “Forget Password ?” on the login page.`,
    nextStep: t`Check your verification methods and passkeys on your account page.`,
  },
};

function Action() {
  const [query] = useSearchParams();
  const mode = query.get('mode') ?? '';
  const code = query.get('oobCode') ?? '';
  const confirmation = confirmations[mode];
  if (code && mode === 'resetPassword') return <ResetPassword code={code} />;
  if (code && mode === 'signIn') return <LinkSignIn />;
  if (code && confirmation) return <ConfirmCode code={code} {...confirmation} />;
  return (
    <>
      <h1>
        <Trans>This link does not work</Trans>
      </h1>
      <p className="mt-4 mb-6">
        <Trans>
          The link is incomplete or not supported. Open our latest email again, or get a new link.
        </Trans>
      </p>
      <LinkButton to="/login">
        <Trans>Go to login</Trans>
      </LinkButton>
    </>
  );
}
