import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError } from '#web/components/form-error.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { useStaff } from '../staff/staff-layout.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { ModerationCard } from './moderation-card.tsx';
import { ModerationGrid } from './moderation-grid.tsx';
import { KeyList } from './moderation-keys.tsx';
import { findReasonByKey } from './moderation-requests.ts';
import { useKeys } from './use-keys.ts';
import { useModeration } from './use-moderation.ts';

/** Moderators decide about reported photos, waiting reviews and objections, one after another. */
export function ModerationPage() {
  const moderation = useModeration();
  const { query, items, open, index, isBusy, isClaimedByOther, move, undoText } = moderation;
  const [rejectingId, setRejectingId] = useState<string>();
  const [isGrid, setIsGrid] = useState(false);
  const isRejecting = open !== undefined && rejectingId === open._id;
  const [position, count] = [formatNumber(index + 1), formatNumber(items.length)];
  const canDecide = open !== undefined && !isGrid && !isClaimedByOther && !isBusy;
  const startRejecting = () => setRejectingId(open?._id);
  const undo = () => {
    setRejectingId(undefined);
    void moderation.undo();
  };

  const isOwner = useStaff().roles.some(({ role }) => role === 'owner');
  async function deleteNow() {
    const isConfirmed = await confirmDialog({
      title: t`Delete this photo at once?`,
      text: t`The picture and all photos of it are deleted for good. It cannot be undone, and the author cannot object. Do this only for what must not stay.`,
      yes: t`Delete at once`,
      no: t`Cancel`,
    });
    if (isConfirmed) await moderation.deleteNow();
  }

  const keys = useKeys((key) => {
    const reason = isRejecting && canDecide ? findReasonByKey(key) : undefined;
    const actions: Record<string, (() => unknown) | false> = {
      j: () => move(1),
      k: () => move(-1),
      a: canDecide && moderation.approve,
      r: canDecide && startRejecting,
      u: !isBusy && undoText !== undefined && undo,
      g: () => setIsGrid(!isGrid),
      escape: isGrid ? () => setIsGrid(false) : isRejecting && (() => setRejectingId(undefined)),
    };
    const action = reason ? () => moderation.reject(reason) : actions[key];
    if (action) void action();
    return Boolean(action);
  });

  // The focused button disappears with its item, or with the grid.
  const card = useRef<HTMLDivElement>(null);
  const previous = useRef({ id: open?._id, isGrid });
  useEffect(() => {
    const { id, isGrid: wasGrid } = previous.current;
    if ((id !== undefined && id !== open?._id) || (wasGrid && !isGrid)) card.current?.focus();
    previous.current = { id: open?._id, isGrid };
  }, [open?._id, isGrid]);

  if (query.isPending) return <PageSpinner label={t`Photos and reviews`} />;
  return (
    <div className="grid grid-cols-1 gap-3 md:gap-6">
      <h1 tabIndex={-1}>
        <Trans>Photos and reviews</Trans>
      </h1>
      {query.error && <StaffLoadError name={t`The list`} query={query} />}
      <FormError text={moderation.failure} />
      <p role="status" className="empty:hidden">
        {moderation.notice}
      </p>
      <div ref={card} tabIndex={-1} className="grid scroll-mt-20 grid-cols-1 gap-4">
        <div className="flex min-h-12 max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-2 xl:max-w-5xl">
          {open && <p className="bb-hint shrink-0">{t`${position} of ${count}`}</p>}
          <UndoBar text={undoText} onUndo={undo} />
          {items.length > 1 && (
            <Button size="small" variant="outlined" onClick={() => setIsGrid(!isGrid)}>
              {isGrid ? <Trans>Show one</Trans> : <Trans>Show all</Trans>}
            </Button>
          )}
        </div>
        {open && isGrid && (
          <ModerationGrid
            items={items}
            openId={open._id}
            onOpen={(id) => {
              moderation.openItem(id);
              setIsGrid(false);
            }}
          />
        )}
        {open && !isGrid && (
          <>
            <ModerationCard
              key={open._id}
              item={open}
              isBusy={isBusy}
              isClaimedByOther={isClaimedByOther}
              isRejecting={isRejecting}
              note={moderation.note}
              onNote={moderation.setNote}
              onApprove={() => void moderation.approve()}
              onReject={startRejecting}
              onReason={(reason) => void moderation.reject(reason)}
              onBack={() => setRejectingId(undefined)}
              onDelete={isOwner ? () => void deleteNow() : undefined}
            />
            <div className="grid max-w-3xl grid-cols-2 gap-3">
              <Button variant="outlined" disabled={index === 0} onClick={() => move(-1)}>
                <Trans>Previous</Trans>
              </Button>
              <Button variant="outlined" disabled={index === items.length - 1} onClick={() => move(1)}>
                <Trans>Next</Trans>
              </Button>
            </div>
          </>
        )}
        {!open && !query.error && <EmptyQueue />}
      </div>
      <p>
        <Link to="/staff/reviews" className="bb-row-link">
          <Trans>Earlier reviews</Trans>
        </Link>
      </p>
      <KeyList isOn={keys.isOn} onTurn={keys.turn} />
    </div>
  );
}

const EmptyQueue = () => (
  <div className="bb-card grid gap-2 p-6">
    <h2 className="text-heading">
      <Trans>Nothing waits for you</Trans>
    </h2>
    <p>
      <Trans>Reported photos, new reviews and objections appear here by themselves.</Trans>
    </p>
  </div>
);

/** Shows the latest decision while it can be undone. On a phone, above the buttons to decide. */
function UndoBar({ text, onUndo }: { text: string | undefined; onUndo: () => void }) {
  return (
    <div role="status" className="z-10 empty:hidden max-md:fixed max-md:inset-x-3 max-md:bottom-24">
      {text && (
        <div className="flex items-center justify-between gap-3 rounded-medium bg-band py-2 ps-4 pe-2 text-on-band text-small">
          <span>
            <Trans>{text}. Undo within 10 seconds.</Trans>
          </span>
          <button
            type="button"
            className="min-h-12 shrink-0 rounded-full border-2 border-on-band px-5 font-semibold"
            onClick={onUndo}
          >
            <Trans>Undo</Trans>
          </button>
        </div>
      )}
    </div>
  );
}
