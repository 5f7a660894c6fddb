import { plural, t } from '@lingui/core/macro';
import type { sendDonorMessage } from '#contract/donor-messages.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { useStaff } from '../../staff/staff-layout.tsx';
import { callText, noDonorText } from './message-reach.ts';

export type Sent = ResponseOf<typeof sendDonorMessage>;

/** Says how many donors are emailed, and lists those to call. */
export function MessageOutcome({ sent, isToday }: { sent: Sent; isToday: boolean }) {
  const { emailed, repeated, toCall } = sent;
  const count = toCall.length;
  const { sendsEmail = true } = useStaff();
  return (
    <section aria-label={t`Your message`} className="bb-card grid gap-3 p-4">
      <p ref={focusOnMount} tabIndex={-1} className="font-semibold">
        {[
          emailed + repeated + count === 0 && noDonorText(isToday),
          emailed > 0 &&
            plural(emailed, { one: '# donor is being emailed.', other: '# donors are being emailed.' }),
          repeated > 0 &&
            plural(repeated, {
              one: '# donor was sent this message before.',
              other: '# donors were sent this message before.',
            }),
          count > 0 &&
            (sendsEmail
              ? callText(count)
              : plural(count, { one: 'Please call # donor.', other: 'Please call # donors.' })),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {count > 0 && (
        <ul className="grid gap-1">
          {toCall.map(({ _id, name, phone, time }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
              {time && <span>{formatTime(time)}</span>}
              <strong>{name}</strong>
              {phone && (
                <a href={`tel:${phone}`} className="bb-row-link">
                  {toLocalDigits(phone)}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
