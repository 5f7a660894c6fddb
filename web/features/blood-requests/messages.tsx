import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import {
  MAX_MESSAGE_LENGTH,
  type RequestDetails,
  type RequestMessage,
  sendRequestMessage,
} from '#contract/blood-requests.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { Field } from '#web/components/field.tsx';
import { Section, SectionLoading } from '#web/components/section.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { requestErrorText, requestMessage } from './error-texts.ts';
import { messagesQuery } from './request-queries.ts';
import { isOver } from './request-texts.ts';

const Fields = z.object({
  text: (sendRequestMessage.body as z.ZodMiniObject<{ text: z.ZodMiniString }>).shape.text,
});

/** Messages between the family and the donors, through the site. */
export function Messages({ request, userId }: { request: RequestDetails; userId: string }) {
  const options = messagesQuery(request._id, userId);
  const query = useQuery(options);
  const cache = useQueryClient();
  const { form, field } = useFields(Fields, { defaultValues: { text: '' }, translate: requestMessage });
  async function send({ text }: { text: string }): Promise<void> {
    await call(sendRequestMessage, { params: { id: request._id }, body: { text } });
    form.reset();
    await cache.invalidateQueries({ queryKey: options.queryKey });
  }
  return (
    <Section title={t`Messages`}>
      <p className="text-ink-soft">
        <Trans>The family and the donors of this request read them. Names and numbers stay hidden.</Trans>
      </p>
      {!query.data && <SectionLoading query={query} label={t`Loading the messages`} />}
      {query.data && query.data.length > 0 && (
        <ul className="grid gap-3" aria-live="polite">
          {query.data.map((message) => (
            <li key={message._id} className="grid gap-1">
              <span className="text-ink-soft text-small">
                {senderText(message)}, {formatDateTime(message.at)}
              </span>
              <span className="whitespace-pre-line wrap-anywhere">{message.text}</span>
              {message.warns && message.from !== 'you' && (
                <strong className="text-small text-warn">
                  <Trans>Careful: this has a link or a number. Never send money.</Trans>
                </strong>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isOver(request) && (
        <ActionForm
          form={form}
          onSubmit={send}
          submitLabel={t`Send`}
          toText={requestErrorText}
          variant="outlined"
        >
          <Field label={t`Message`} error={field('text').error}>
            {(aria) => (
              <textarea
                {...aria}
                {...form.register('text')}
                className="bb-input"
                rows={2}
                maxLength={MAX_MESSAGE_LENGTH}
              />
            )}
          </Field>
        </ActionForm>
      )}
    </Section>
  );
}

function senderText({ from }: RequestMessage): string {
  if (from === 'you') return t`You`;
  if (from === 'family') return t`The family`;
  const number = formatNumber(Number(from.replace('donor-', '')));
  return t`Donor ${number}`;
}
