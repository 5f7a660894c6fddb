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
    <article className="bb-pass" aria-labelledby="pass-name">
      <header className="bb-pass-head">
        <p className="bb-pass-brand">{brand}</p>
        <p>
          <Trans>Donation pass</Trans>
        </p>
      </header>
      <div className="bb-pass-who">
        <h2 id="pass-name">{name}</h2>
        <p className="bb-pass-group">
          <span className="sr-only">
            <Trans>Blood Group</Trans>{' '}
          </span>
          {bloodGroup}
        </p>
      </div>
      <dl className="bb-pass-facts">
        <div>
          <dt>
            <Trans>Donation Center</Trans>
          </dt>
          <dd>{center}</dd>
        </div>
        <div>
          <dt>
            <Trans>Donation Date</Trans>
          </dt>
          <dd>{dayTextOf(date)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Appointment</Trans>
          </dt>
          <dd className="bb-pass-id">{_id}</dd>
        </div>
      </dl>
      <div className="bb-pass-code">
        <QrCode text={_id} label={t`QR code of the appointment ${_id}`} />
      </div>
    </article>
  );
}
