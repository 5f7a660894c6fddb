import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import {
  listOwnItemDecisions,
  MAX_OBJECTION_LENGTH,
  type ModerationKind,
  type OwnItemDecision,
  objectToDecision,
} from '#contract/staff-moderation.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { decisionTexts, reasonTexts } from './moderation-texts.ts';

const isNegative = (decision: OwnItemDecision['decision']): boolean =>
  decision === 'remove' || decision === 'refuse';

type Props = {
  kind: ModerationKind;
  /** Receives the ids of the items that moderators do not show. */
  onListed?: (ids: readonly string[]) => void;
};

/** Shows why moderators do not show the member's photos or reviews, and a form to object once. */
export default function MyDecisions({ kind, onListed }: Props) {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ['own-decisions', user?.uid],
    queryFn: ({ signal }) => call(listOwnItemDecisions, { signal }),
  });
  const shown = data?.filter(({ decision, ...own }) => own.kind === kind && isNegative(decision)) ?? [];
  const ids = shown.map(({ itemId }) => itemId).join(' ');
  useEffect(() => onListed?.(ids.split(' ')), [ids, onListed]);
  if (shown.length === 0) return null;
  return (
    <ul className="grid w-full gap-4" aria-label={t`Decisions of our moderators`}>
      {shown.map((decision) => (
        <li key={decision._id} className="grid gap-2 rounded-medium bg-soft px-5 py-4 wrap-anywhere">
          <p>
            <strong>{decisionTexts[decision.decision]}:</strong> “{decision.title}”
          </p>
          {decision.reason && <p>{reasonTexts[decision.reason]}</p>}
          {decision.note && <p>{decision.note}</p>}
          {decision.objection && (
            <p className="bb-hint whitespace-pre-line">
              {t`You objected:`} {decision.objection}
            </p>
          )}
          {decision.canObject && <ObjectionForm decision={decision} />}
        </li>
      ))}
    </ul>
  );
}

function ObjectionForm({ decision: { _id, title } }: { decision: OwnItemDecision }) {
  const { user } = useSession();
  const cache = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const { failure, isBusy, attempt } = useFormAction();
  const send = async () => {
    await call(objectToDecision, { params: { id: _id }, body: { text } });
    await cache.invalidateQueries({ queryKey: ['own-decisions', user?.uid] });
  };
  if (!isOpen)
    return (
      <Button
        variant="outlined"
        className="justify-self-start"
        aria-label={t`Object to the decision about: ${title}`}
        onClick={() => setIsOpen(true)}
      >
        <Trans>Object</Trans>
      </Button>
    );
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void attempt(send);
      }}
    >
      <Field
        label={t`Why do you disagree?`}
        hint={t`You can object once. A moderator looks at it again; that decision is final.`}
      >
        {(control) => (
          <textarea
            {...control}
            name="objection"
            className="bb-input"
            rows={3}
            required
            maxLength={MAX_OBJECTION_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <FormError text={failure} />
      <Button type="submit" className="justify-self-start" isBusy={isBusy}>
        <Trans>Send the objection</Trans>
      </Button>
    </form>
  );
}
