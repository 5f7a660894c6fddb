import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { hasFeature } from '#web/api/config.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, checkIcon, heartIcon, returnIcon } from '#web/components/icons.ts';

/** Warns, right above the button, about what is no longer possible after the payment. */
export const BeforeYouPay = () => (
  <p className="text-small">
    <Note icon={calendarIcon}>{t`After you pay, you can't change the date or cancel online.`}</Note>
  </p>
);

/** Explains the purpose of the charge, what happens after the payment, and how a refund works. */
export function AboutPayment() {
  const hasPass = hasFeature('offline');
  const contactEmail = pageData().site.contact.email;
  return (
    <ul aria-label={t`About this payment`} className="grid gap-2 text-small">
      <li>
        <Note icon={heartIcon}>
          {t`The service charge is for arranging this appointment. You pay it once.`}
        </Note>
      </li>
      <li>
        <Note icon={checkIcon}>
          {hasPass
            ? t`Your bank may ask you to confirm. Then you get a receipt and your donation pass.`
            : t`Your bank may ask you to confirm. Then you get a receipt.`}
        </Note>
      </li>
      <li>
        <Note icon={returnIcon}>
          {contactEmail ? (
            <Trans>
              To ask for a refund, write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
            </Trans>
          ) : (
            <Trans>To ask for a refund, tell the people at the donation center.</Trans>
          )}{' '}
          <Trans>It reaches your card in 5 to 10 days.</Trans>
        </Note>
      </li>
    </ul>
  );
}

const Note = ({ icon, children }: { icon: string; children: ReactNode }) => (
  <span className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:shrink-0 [&>svg]:text-red-ink">
    <Icon path={icon} size={1.25} />
    <span className="min-w-0">{children}</span>
  </span>
);
