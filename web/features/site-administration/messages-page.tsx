import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  deleteMessages,
  listMessages,
  type RejectedMessage,
  resendMessages,
} from '#contract/staff-messages.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Section } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { loggedQuery } from '../staff/staff-query.ts';
import { useChange } from '../staff/use-change.ts';
import { useStaffQuery } from '../staff/use-staff-query.ts';
import { OwnerPage } from './owner-page.tsx';

/** An owner sends again or deletes emails and text messages that the recipient's service rejected. */
export function MessagesPage() {
  const { done, failure, isBusy, change } = useChange();
  const query = useStaffQuery('messages', listMessages, loggedQuery);
  if (query.isPending) return <PageSpinner label={t`Undelivered messages`} />;

  const resend = (messages: RejectedMessage[]) =>
    change(async () => {
      const { count } = await call(resendMessages, { body: { ids: messages.map(({ _id }) => _id) } });
      return plural(count, { one: '# message is sent again.', other: '# messages are sent again.' });
    });

  async function remove(messages: RejectedMessage[]) {
    const count = messages.length;
    const isConfirmed = await confirmDialog({
      title: plural(count, { one: 'Delete # message?', other: 'Delete # messages?' }),
      text: t`It is not sent any more, and cannot be restored.`,
      yes: t`Delete`,
      no: t`Cancel`,
      details: messages.length === 1 ? messages[0]?.recipient : undefined,
    });
    if (!isConfirmed) return;
    await change(async () => {
      const { count } = await call(deleteMessages, { body: { ids: messages.map(({ _id }) => _id) } });
      return plural(count, { one: '# message is deleted.', other: '# messages are deleted.' });
    });
  }

  const { messages = [], total = 0 } = query.data ?? {};
  const [shownCount, totalCount] = [formatNumber(messages.length), formatNumber(total)];
  const actions = { isBusy, onResend: resend, onDelete: remove };
  return (
    <OwnerPage
      heading={t`Undelivered messages`}
      lead={t`The recipient's service did not accept these emails and text messages. They are deleted after 30 days.`}
      done={done}
      failure={failure}
    >
      {query.error ? (
        <StaffLoadError name={t`The list of messages`} query={query} />
      ) : (
        <Section title={t`Messages`}>
          <MessageList messages={messages} {...actions} />
          {total > messages.length && (
            <p>
              <Trans>
                These are the oldest {shownCount} of {totalCount}.
              </Trans>
            </p>
          )}
          {messages.length > 1 && <MessageActions messages={messages} {...actions} isForAll />}
        </Section>
      )}
    </OwnerPage>
  );
}

type Actions = {
  isBusy: boolean;
  onResend: (messages: RejectedMessage[]) => Promise<void>;
  onDelete: (messages: RejectedMessage[]) => Promise<void>;
};

function MessageList({ messages, ...actions }: Actions & { messages: RejectedMessage[] }) {
  if (messages.length === 0)
    return (
      <p>
        <Trans>All messages were accepted.</Trans>
      </p>
    );
  return (
    <ul className="grid gap-6">
      {messages.map((message) => (
        <li key={message._id} className="grid gap-2 wrap-anywhere">
          <strong>{message.recipient ?? kindNames[message.kind]}</strong>
          <span>{message.subject ?? kindNames[message.kind]}</span>
          <span className="bb-hint">
            {formatDateTime(message.rejectedAt)}: <q lang="en">{message.reason}</q>
          </span>
          <MessageActions messages={[message]} {...actions} />
        </li>
      ))}
    </ul>
  );
}

function MessageActions({
  messages,
  isForAll = false,
  isBusy,
  onResend,
  onDelete,
}: Actions & { messages: RejectedMessage[]; isForAll?: boolean }) {
  const name = messages[0]?.recipient ?? '';
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="outlined"
        size="small"
        isBusy={isBusy}
        aria-label={isForAll ? undefined : t`Send again to ${name}`}
        onClick={() => void onResend(messages)}
      >
        {isForAll ? t`Send all again` : t`Send again`}
      </Button>
      <Button
        variant="text"
        size="small"
        isBusy={isBusy}
        aria-label={isForAll ? undefined : t`Delete the message to ${name}`}
        onClick={() => void onDelete(messages)}
      >
        {isForAll ? t`Delete all` : t`Delete`}
      </Button>
    </div>
  );
}

const kindNames: Record<RejectedMessage['kind'], string> = {
  email: t`Email`,
  'text-message': t`Text message`,
  other: t`Message`,
};
