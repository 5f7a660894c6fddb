import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SyntheticEvent } from 'react';
import type { Day } from '#contract/days.ts';
import { type previewDonorMessage, sendDonorMessage } from '#contract/donor-messages.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { staffErrorText } from '../../staff/error-texts.ts';
import { useStaff } from '../../staff/staff-layout.tsx';
import { describeReach } from './message-reach.ts';

export type Previewed = ResponseOf<typeof previewDonorMessage> & { message: string };

type Props = {
  centerId: string;
  day: Day;
  isToday: boolean;
  previewed: Previewed;
  onSent: (sent: ResponseOf<typeof sendDonorMessage>) => void;
  onBack: () => void;
};

/** Shows the email and who gets it, before it is sent. */
export function MessagePreview({ centerId, day, isToday, previewed, onSent, onBack }: Props) {
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const { sendsEmail = true } = useStaff();
  const { email, message, ...counts } = previewed;
  const send = () =>
    attempt(async () =>
      onSent(await call(sendDonorMessage, { params: { id: centerId }, body: { date: day, message } })),
    );
  return (
    <section aria-label={t`Send this message?`} className="bb-card grid grid-cols-1 gap-4 p-4">
      <p ref={focusOnMount} tabIndex={-1} className="font-semibold">
        {describeReach({ ...counts, sendsEmail, isToday })}
      </p>
      {email && (
        <>
          <p>
            <Trans>Each donor gets it in their own language, with their own arrival time. For example:</Trans>
          </p>
          <p className="wrap-anywhere">
            <Trans>
              Subject: <strong>{email.subject}</strong>
            </Trans>
          </p>
          <iframe
            title={t`The email`}
            sandbox="allow-same-origin"
            srcDoc={withoutFollowingLinks(email.html)}
            onLoad={fitContent}
            className="h-120 w-full rounded-medium border border-line"
          />
        </>
      )}
      <FormError text={failure} />
      <div className="flex flex-wrap gap-3">
        {email && (
          <Button isBusy={isBusy} onClick={send}>
            <Trans>Send</Trans>
          </Button>
        )}
        <Button variant="outlined" onClick={onBack}>
          <Trans>Change the message</Trans>
        </Button>
      </div>
    </section>
  );
}

/** Links open a new window, which the sandbox does not allow. */
const withoutFollowingLinks = (html: string): string =>
  html.replace('<head>', '<head><base target="_blank">');

/** Makes the frame as high as its page, so that only the window scrolls. */
function fitContent({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const height = frame.contentDocument?.documentElement.scrollHeight;
  if (height) frame.style.height = `${height}px`;
}
