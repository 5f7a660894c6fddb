import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getPictureSources } from '#contract/picture-sources.ts';
import {
  MAX_NOTE_LENGTH,
  type ModerationItem,
  type ModerationReason,
  moderationReasons,
} from '#contract/staff-moderation.ts';
import { Button } from '#web/components/button.tsx';
import { pendingMark } from '#web/components/class-names.ts';
import { Field } from '#web/components/field.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { publicNameText } from '#web/i18n/public-name.ts';
import { decisionTexts, reasonTexts } from './moderation-texts.ts';

type Props = {
  item: ModerationItem;
  isBusy: boolean;
  isClaimedByOther: boolean;
  /** True while the reasons are shown. */
  isRejecting: boolean;
  note: string;
  onNote: (text: string) => void;
  onApprove: () => void;
  onReject: () => void;
  onReason: (reason: ModerationReason) => void;
  onBack: () => void;
  /** Deletes a photo immediately. Undefined for moderators. */
  onDelete: (() => void) | undefined;
};

/** Shows the open item, and the buttons to decide about it. */
export function ModerationCard(props: Props) {
  const { item, isClaimedByOther, isRejecting } = props;
  return (
    <article className="bb-card grid max-w-3xl grid-cols-1 gap-4 p-4 wrap-anywhere max-md:pb-0 md:p-6 xl:max-w-5xl xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start xl:gap-6">
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className={pendingMark}>{stateText(item)}</span>
          <span className="bb-hint">{formatDateTime(item.since)}</span>
        </div>
        {item.photo && <PhotoToDecide photo={item.photo} />}
        {item.review && (
          <blockquote className="grid gap-2">
            <h2 className="text-heading" dir="auto">
              {item.review.text}
            </h2>
            <p className="bb-hint">{publicNameText(item.review.name)}</p>
          </blockquote>
        )}
        {item.objection && <Objection objection={item.objection} />}
        {isClaimedByOther && (
          <p role="alert" className="rounded-medium bg-warn-soft px-5 py-3 text-warn">
            <Trans>Another moderator is looking at this. Continue with the next one.</Trans>
          </p>
        )}
      </div>
      {!isClaimedByOther && (isRejecting ? <Reasons {...props} /> : <Decisions {...props} />)}
    </article>
  );
}

function stateText({ state, photo }: ModerationItem): string {
  const reports = plural(photo?.reports ?? 0, { one: '# report', other: '# reports' });
  if (state === 'objection') return t`The author objects`;
  if (state === 'waiting') return t`New review`;
  return state === 'hidden' ? t`Photo hidden, ${reports}` : t`Photo shown, ${reports}`;
}

function PhotoToDecide({ photo }: { photo: NonNullable<ModerationItem['photo']> }) {
  const { img, title, width, height } = photo;
  return (
    <>
      <h2 className="text-heading" dir="auto">
        {title}
      </h2>
      <img
        {...getPictureSources(img, width)}
        sizes="(min-width: 48rem) 46rem, 100vw"
        alt={title}
        width={width}
        height={height}
        className="max-h-[45vh] w-full rounded-medium bg-soft object-contain"
      />
    </>
  );
}

function Objection({ objection }: { objection: NonNullable<ModerationItem['objection']> }) {
  const { text, decision, reason, note } = objection;
  return (
    <div className="grid gap-2 rounded-medium bg-soft px-5 py-4">
      <p>
        <strong>{decisionTexts[decision]}:</strong> {[reason && reasonTexts[reason], note].join(' ')}
      </p>
      <p dir="auto" className="whitespace-pre-line">
        <strong>
          <Trans>The author says:</Trans>
        </strong>{' '}
        {text}
      </p>
      <p className="bb-hint">
        <Trans>This decision is final.</Trans>
      </p>
    </div>
  );
}

const keyClass =
  'inline-grid min-w-6 place-items-center rounded-small border border-current px-1 font-mono text-small [@media(hover:none)]:hidden';

function Decisions({ item, isBusy, onApprove, onReject }: Props) {
  const isPhoto = item.kind === 'photo';
  return (
    <div className="sticky bottom-0 -mx-4 grid grid-cols-2 gap-3 rounded-b-large border-t border-line bg-surface p-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))] md:static md:m-0 md:border-0 md:p-0 xl:grid-cols-1">
      <Button size="large" className="max-md:px-3" isBusy={isBusy} onClick={onApprove}>
        {isPhoto ? t`Keep` : t`Publish`} <kbd className={keyClass}>A</kbd>
      </Button>
      <Button
        size="large"
        variant="outlined"
        className="max-md:px-3"
        aria-disabled={isBusy || undefined}
        onClick={onReject}
      >
        {isPhoto ? t`Remove` : t`Don't publish`} <kbd className={keyClass}>R</kbd>
      </Button>
    </div>
  );
}

function Reasons({ item, isBusy, note, onNote, onReason, onBack, onDelete }: Props) {
  const [text, setText] = useState(note);
  const change = (changed: string) => {
    setText(changed);
    onNote(changed);
  };
  return (
    <div className="grid gap-3">
      <p className="font-semibold">
        <Trans>Why? The author is told.</Trans>
      </p>
      <ol className="grid gap-2">
        {moderationReasons.map((reason, index) => (
          <li key={reason}>
            <Button
              variant="outlined"
              className="w-full justify-start text-start"
              isBusy={isBusy}
              onClick={() => onReason(reason)}
            >
              <kbd className={keyClass}>{index + 1}</kbd> {reasonTexts[reason]}
            </Button>
          </li>
        ))}
      </ol>
      <Field label={t`Note for the author (optional)`} hint={t`Write it first, then choose a reason.`}>
        {(control) => (
          <input
            {...control}
            name="note"
            className="bb-input"
            maxLength={MAX_NOTE_LENGTH}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="text" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        {item.kind === 'photo' && onDelete && (
          <Button variant="text" isBusy={isBusy} onClick={onDelete}>
            <Trans>Delete at once</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
