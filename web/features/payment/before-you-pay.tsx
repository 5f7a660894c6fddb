import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFeature } from '#web/api/config.ts';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, cardIcon, checkIcon, returnIcon } from '#web/components/icons.ts';

/** The reason for the charge, what cannot be undone, how a refund works, and what happens after the payment. */
export function BeforeYouPay() {
  const hasPass = useFeature('offline');
  return (
    <section className="grid gap-3 border-line border-t pt-5" aria-labelledby="before-you-pay">
      <h3 id="before-you-pay" className="font-semibold text-large">
        <Trans>Before you pay</Trans>
      </h3>
      <ul className="grid gap-2.5">
        <Note icon={cardIcon}>{t`The charge is for arranging this appointment. You pay it once.`}</Note>
        <Note icon={calendarIcon}>
          {t`Check the date. After you pay, you can't change it or cancel online.`}
        </Note>
        <Note icon={returnIcon}>
          <Trans>
            To ask for a refund, <Link to="/contact">contact us</Link>. It reaches your card in 5 to 10 days.
          </Trans>
        </Note>
        <Note icon={checkIcon}>
          {hasPass
            ? t`Your bank may ask you to confirm. Then you get a receipt and your donation pass.`
            : t`Your bank may ask you to confirm. Then you get a receipt.`}
        </Note>
      </ul>
    </section>
  );
}

const Note = ({ icon, children }: { icon: string; children: ReactNode }) => (
  <li className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:shrink-0 [&>svg]:text-red-ink">
    <Icon path={icon} size={1.25} />
    <span className="min-w-0">{children}</span>
  </li>
);
