import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { changeUser } from '#web/auth/auth-provider.tsx';
import type { IdentityClient, MfaFactor } from '#web/auth/identity.ts';
import { factorName } from '#web/auth/mfa-methods.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { pageLocale } from '#web/i18n/language.ts';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

type Props = { factors: MfaFactor[]; onRemoved: () => void };

const dateFormat = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'long' });

export function FactorList({ factors, onRemoved }: Props) {
  const retryAfterSignIn = useRetryAfterSignIn();
  const [removingId, setRemovingId] = useState<string>();
  const { failure, attempt } = useFormAction();

  async function remove(factor: MfaFactor) {
    const name = factorName(factor);
    const isConfirmed = await confirmDialog({
      title: t`Remove “${name}”?`,
      text:
        factors.length > 1
          ? t`You'll then sign in with your password and another of your verification methods.`
          : t`You'll then sign in with your password only.`,
    });
    if (!isConfirmed) return;
    setRemovingId(factor.id);
    const removeFactor = async ({ factors: mfa, account }: IdentityClient) => {
      await mfa.remove(factor.id);
      return account.reload();
    };
    await attempt(() => retryAfterSignIn(() => changeUser(removeFactor)).then(onRemoved));
    setRemovingId(undefined);
  }

  return (
    <>
      {factors.length > 0 && (
        <ul className="grid gap-3">
          {factors.map((factor) => (
            <li key={factor.id} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <strong>{factorName(factor)}</strong> <span className="bb-hint">{addedText(factor)}</span>
              </span>
              <Button
                variant="danger"
                size="small"
                isBusy={removingId === factor.id}
                aria-label={removeLabel(factor)}
                onClick={() => void remove(factor)}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormError text={failure} />
    </>
  );
}

function addedText({ addedAt }: MfaFactor): string {
  const date = dateFormat.format(addedAt);
  return t`added ${date}`;
}

function removeLabel(factor: MfaFactor): string {
  const name = factorName(factor);
  return t`Remove ${name}`;
}
