import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Account } from '#contract/staff-accounts.ts';
import { pendingMark } from '#web/components/class-names.ts';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { roleNames } from '../staff/texts.ts';

/** Shows the data of an account that an owner may see. */
export function AccountFacts({ account }: { account: Account }) {
  const { email, emailVerified, isDisabled, verificationMethods, lastSignInAt, roles } = account;
  const facts: [name: string, text: string][] = [
    [t`Email`, email ?? t`None`],
    [t`Address confirmed`, emailVerified ? t`Yes` : t`No`],
    [t`Verification methods and passkeys`, formatNumber(verificationMethods)],
    [t`Last sign-in`, lastSignInAt ? formatDateTime(lastSignInAt) : t`Never`],
    [t`Registered`, formatDateTime(account.createdAt)],
    [t`Roles`, roles.map((role) => roleNames[role]).join(', ') || t`None`],
    [t`Account id`, account._id],
  ];
  return (
    <>
      {isDisabled && (
        <p>
          <span className={pendingMark}>
            <Trans>Disabled</Trans>
          </span>
        </p>
      )}
      <dl className="grid gap-4 sm:grid-cols-2">
        {facts.map(([name, text]) => (
          <div key={name} className="grid content-start gap-1 wrap-anywhere">
            <dt className="bb-hint">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
