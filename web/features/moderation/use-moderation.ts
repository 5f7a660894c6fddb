import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import {
  listModeration,
  type ModerationItem,
  type ModerationReason,
  UNDO_WINDOW_MS,
} from '#contract/staff-moderation.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { decideItem, deletePhotoNow, undoDecision } from './moderation-requests.ts';
import { decisionTexts } from './moderation-texts.ts';
import { useClaim } from './use-claim.ts';

const REFRESH_MS = 30_000;

/** Unsent texts, keyed by person and item. They are kept when the shift ends. */
const notes = new Map<string, string>();

/** Returns the queue, the open item, and the actions on it. */
export function useModeration() {
  const { user } = useSession();
  const cache = useQueryClient();
  const queryKey = ['staff', user?.uid, 'moderation'];
  const query = useQuery<ModerationItem[]>({
    queryKey,
    queryFn: ({ signal }) => call(listModeration, { signal }),
    // Poll only once a list is loaded, because before that each request would briefly show the page's
    // spinner.
    refetchInterval: ({ state }) => state.data !== undefined && REFRESH_MS,
  });
  const items = query.data ?? [];
  const [openId, setOpenId] = useState<string>();
  const open =
    items.find(({ _id }) => _id === openId) ?? items.find(({ isClaimed }) => !isClaimed) ?? items[0];
  const index = open ? items.indexOf(open) : -1;
  const [undoable, setUndoable] = useState<{ item: ModerationItem; text: string }>();
  const [notice, setNotice] = useState<string>();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const noteKey = `${user?.uid} ${open?._id}`;

  const reload = () => cache.invalidateQueries({ queryKey: ['staff', user?.uid] });
  // The claim also fails if the person's role has ended. The layout shows a message for that.
  const isClaimedByOther = useClaim(open, (error) => {
    if (error.code === 'already-decided') setNotice(staffErrorText(error));
    if (open) setOpenId((items[index + 1] ?? items[index - 1])?._id);
    void reload();
  });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const offerUndo = (item: ModerationItem, text: string, noteOfItem: string) => {
    clearTimeout(timer.current);
    setUndoable({ item, text });
    timer.current = setTimeout(() => {
      setUndoable(undefined);
      notes.delete(noteOfItem);
    }, UNDO_WINDOW_MS);
  };

  const move = (step: number) => {
    const next = items[index + step];
    if (next) setOpenId(next._id);
    setNotice(undefined);
  };

  async function finish(item: ModerationItem, isApproved: boolean, reason?: ModerationReason): Promise<void> {
    const note = notes.get(noteKey)?.trim();
    setNotice(undefined);
    try {
      await decideItem(item, isApproved, reason && { reason, ...(note && { note }) });
    } catch (error) {
      void reload();
      throw error;
    }
    offerUndo(item, doneText(item, isApproved), noteKey);
    await leave(item);
  }

  async function deleteNow(item: ModerationItem): Promise<void> {
    setNotice(undefined);
    try {
      await deletePhotoNow(item);
    } catch (error) {
      void reload();
      throw error;
    }
    setNotice(t`The photo is deleted.`);
    await leave(item);
  }

  /** Removes the item from the list and opens the next one, or the previous one after the last. */
  async function leave(item: ModerationItem): Promise<void> {
    await cache.cancelQueries({ queryKey });
    setOpenId((items[index + 1] ?? items[index - 1])?._id);
    cache.setQueryData<ModerationItem[]>(queryKey, (all) => all?.filter(({ _id }) => _id !== item._id));
    if (items.length === 1) void cache.invalidateQueries({ queryKey });
  }

  async function undo(item: ModerationItem): Promise<void> {
    clearTimeout(timer.current);
    setUndoable(undefined);
    await undoDecision(item);
    setOpenId(item._id);
    setNotice(t`Undone. It waits for a decision again.`);
    await cache.invalidateQueries({ queryKey });
  }

  return {
    query,
    items,
    open,
    index,
    isClaimedByOther,
    isBusy,
    failure,
    notice,
    move,
    openItem: setOpenId,
    approve: () => open && attempt(() => finish(open, true)),
    reject: (reason: ModerationReason) => open && attempt(() => finish(open, false, reason)),
    deleteNow: () => open && attempt(() => deleteNow(open)),
    undoText: undoable?.text,
    undo: () => undoable && attempt(() => undo(undoable.item)),
    note: notes.get(noteKey) ?? '',
    setNote: (text: string) => void notes.set(noteKey, text),
  };
}

const doneText = ({ kind }: ModerationItem, isApproved: boolean): string =>
  kind === 'photo'
    ? decisionTexts[isApproved ? 'keep' : 'remove']
    : decisionTexts[isApproved ? 'publish' : 'refuse'];
