import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Appointment } from '#contract/appointments.ts';
import { dayTextOf } from '#web/language/days.ts';
import { brand } from '#web/site/page-meta.ts';
import QrCode from '#web/ui/qr-code.tsx';
import './donation-pass.css';

/** What a donor shows at the centre: fits a sheet of A6, and a telephone. */
export function DonationPass({ appointment }: { appointment: Appointment }) {
  const { _id, name, bloodGroup, center, date } = appointment;
  return (
    <article
      className="bb-pass bb-card grid w-full max-w-xl grid-cols-[1fr] gap-x-6 gap-y-4 overflow-hidden pb-6 min-[30rem]:grid-cols-[1fr_auto]"
      aria-labelledby="pass-name"
    >
      <header className="bb-pass-head flex flex-wrap items-center justify-between gap-x-4 bg-red px-6 py-3 font-semibold text-on-red min-[30rem]:col-span-full">
        <p className="font-heading text-large">{brand}</p>
        <p>
          <Trans>Donation pass</Trans>
        </p>
      </header>
      <div className="mx-6 flex items-start justify-between gap-4 min-[30rem]:col-span-full">
        <h2 id="pass-name" className="min-w-0 text-heading wrap-anywhere">
          {name}
        </h2>
        <p className="bb-pass-group shrink-0 rounded-small border-2 border-red-ink px-3 py-0.5 text-[1.5rem] font-bold text-red-ink">
          <span className="sr-only">
            <Trans>Blood Group</Trans>{' '}
          </span>
          {bloodGroup}
        </p>
      </div>
      <dl className="mx-6 grid content-start gap-3 min-[30rem]:me-0">
        <Fact term={t`Donation Center`}>{center}</Fact>
        <Fact term={t`Donation Date`}>{dayTextOf(date)}</Fact>
        <Fact term={t`Appointment`} look="font-[ui-monospace,monospace] text-[0.875rem] font-normal">
          {_id}
        </Fact>
      </dl>
      <div className="mx-6 min-[30rem]:ms-0 [&_svg]:w-44">
        <QrCode text={_id} label={t`QR code of the appointment ${_id}`} />
      </div>
    </article>
  );
}

type FactProps = { term: string; look?: string; children: string };

const Fact = ({ term, look = 'font-semibold', children }: FactProps) => (
  <div>
    <dt className="text-ink-soft text-small">{term}</dt>
    <dd className={`wrap-anywhere ${look}`}>{children}</dd>
  </div>
);
