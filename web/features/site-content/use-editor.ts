import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Content } from '#contract/content-endpoints.ts';
import * as contract from '#contract/content-endpoints.ts';
import type { ContentKind } from '#contract/site-content.ts';
import { call } from '#web/api/client.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { useConfirmLeave } from '#web/components/dialogs.ts';
import { useFormAction } from '#web/components/form-error.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import {
  contentListKey,
  draftOf,
  isNewItem,
  type LoadedContent,
  loadContent,
  NEW_ID,
} from './content-queries.ts';
import { type Draft, isSame } from './draft.ts';
import { formatSiteTime } from './site-time.ts';
import { keepUnsent, readUnsent, unsentKey } from './unsent-draft.ts';

/** The outcome of the last action. */
type Outcome = { text: string; isPublic?: boolean };

/** The draft of one group or item, and what an editor can do with it. */
export function useEditor(first: LoadedContent) {
  const { user } = useSession();
  const cache = useQueryClient();
  const [loaded, setLoaded] = useState(first);
  const [draft, setDraft] = useState(() => draftOf(first));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<LoadedContent>();
  const [outcome, setOutcome] = useState<Outcome>();
  const { failure, isBusy, attempt } = useFormAction(editorErrorText);
  const { content, site } = loaded;
  const kind = content.kind as ContentKind;
  const isNew = isNewItem(content);
  const [isDeleted, setIsDeleted] = useState(false);
  const isDirty = !isDeleted && !isSame(draft, draftOf(loaded));
  const key = unsentKey(user?.uid ?? '', kind, isNew ? NEW_ID : content.id);
  const [offered, setOffered] = useState(() => {
    const unsent = readUnsent(key);
    return unsent && !isSame(unsent.draft, draft) ? unsent : undefined;
  });

  useConfirmLeave(isDirty, {
    title: t`Leave without saving?`,
    text: t`What you typed stays in this tab. Open this page again to continue.`,
  });
  useEffect(() => {
    if (offered) return;
    keepUnsent(key, isDirty ? { id: content.id, revision: content.revision, draft } : undefined);
  }, [key, isDirty, draft, content.id, content.revision, offered]);

  /** Runs an action, and shows what prevents it where it can be solved. */
  const run = (action: () => Promise<Outcome>) =>
    attempt(async () => {
      setOutcome(undefined);
      setErrors({});
      setConflict(undefined);
      try {
        setOutcome(await action());
      } catch (error) {
        if (error instanceof ApiError && error.fields) setErrors(error.fields);
        else if (error instanceof ApiError && error.code === 'changed-elsewhere') await compare();
        else throw error;
      } finally {
        void cache.invalidateQueries({ queryKey: contentListKey(user?.uid) });
      }
    });

  /** Shows both drafts, unless they are the same, for example because an earlier response was lost. */
  async function compare(): Promise<void> {
    const now = await loadContent(kind, content.id);
    if (!isSame(draftOf(now), draft)) return setConflict(now);
    keepUnsent(key, undefined);
    setLoaded(now);
    setOutcome({ text: t`You see it as it is saved now.` });
  }

  /** Saves a draft on top of `base`, and returns what is stored now. */
  async function store(next: Draft, base: Content = content): Promise<Content> {
    const { revision } = await send(next, base);
    // A saved draft is no longer scheduled.
    const { publishAt: _, ...rest } = base;
    const state = rest.state === 'scheduled' ? (rest.published ? 'published' : 'draft') : rest.state;
    const saved: Content = { ...rest, revision, state, draft: next, hasDraft: true };
    keepUnsent(key, undefined);
    setLoaded({ site, content: saved });
    return saved;
  }

  function send(next: Draft, base: Content): Promise<{ revision: number }> {
    const { id, revision } = base;
    if (isNewItem(base)) return call(contract.addContent, { params: { kind }, body: { id, draft: next } });
    return call(contract.saveContent, { params: { kind, id }, body: { revision, draft: next } });
  }

  const storeIfChanged = async (): Promise<Content> =>
    isDirty || !content.hasDraft ? store(draft) : content;

  /**
   * Shows what is stored after a change that made `revision`. If somebody has changed it again since then,
   * this form stays behind, so that the next save is refused.
   */
  async function refresh({ id, revision }: Content, keepsTyped: boolean): Promise<Content> {
    const now = await loadContent(kind, id);
    const next = now.content.revision === revision ? now : { site, content: { ...now.content, revision } };
    setLoaded(next);
    setDraft((typed: Draft) => (keepsTyped && typed !== draft ? typed : draftOf(next)));
    return next.content;
  }

  const save = () =>
    run(async () => {
      await refresh(await storeIfChanged(), true);
      return { text: t`The draft is saved.` };
    });

  /** @param at an instant in ms. Default: now */
  const publish = (at?: number) =>
    run(async () => {
      const saved = await storeIfChanged();
      const { revision } = await call(contract.publishContent, {
        params: { kind, id: saved.id },
        body: { revision: saved.revision, ...(at && { at: new Date(at).toISOString() }) },
      });
      const { publishAt } = await refresh({ ...saved, revision }, true);
      if (!publishAt) return { text: t`Published.`, isPublic: true };
      const when = formatSiteTime(publishAt, site.region.timeZone);
      return { text: t`Scheduled for ${when}.` };
    });

  /** Stores what is published as the draft, or takes an unchanged draft off the schedule. */
  const replaceDraft = (next: Draft, text: string) =>
    run(async () => {
      await refresh(await store(next), false);
      return { text };
    });

  const restore = (version: number) =>
    run(async () => {
      const { revision } = await call(contract.restoreContent, {
        params: { kind, id: content.id },
        body: { version, revision: content.revision },
      });
      await refresh({ ...content, revision }, false);
      return { text: t`The earlier version is published.`, isPublic: true };
    });

  const returnToDefault = () =>
    run(async () => {
      await deleteStored();
      await refresh({ ...content, revision: content.revision + 1 }, false);
      return { text: t`The site shows its default again.`, isPublic: true };
    });

  const deleteItem = () =>
    run(async () => {
      await deleteStored();
      setIsDeleted(true);
      return { text: t`Deleted.` };
    });

  async function deleteStored(): Promise<void> {
    const { id, revision } = content;
    await call(contract.removeContent, { params: { kind, id }, body: { revision } });
    keepUnsent(key, undefined);
  }

  /** Saves this person's draft in place of what was saved elsewhere. */
  const keepOwn = (other: LoadedContent) =>
    run(async () => {
      await refresh(await store(draft, other.content), true);
      return { text: t`Your draft is saved.` };
    });

  function takeOther(other: LoadedContent): void {
    setLoaded(other);
    setDraft(draftOf(other));
    setConflict(undefined);
    setOutcome({ text: t`You see it as it is saved now.` });
  }

  function takeOffered(): void {
    if (!offered) return;
    const { id, revision } = offered;
    setLoaded({ site, content: { ...content, id, revision } });
    setDraft(offered.draft);
    setOffered(undefined);
  }

  return {
    ...{ kind, content, site, draft, setDraft, isNew, isDirty, isDeleted, isBusy, failure, outcome, errors },
    ...{ save, publish, replaceDraft, restore, deleteItem, returnToDefault },
    ...{ conflict, keepOwn, takeOther },
    ...{ offered, takeOffered, discardOffered: () => setOffered(undefined) },
  };
}

export type Editor = ReturnType<typeof useEditor>;

function editorErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 404)
    return t`This was deleted elsewhere. Copy what you need from here.`;
  if (error instanceof NetworkError) {
    const reason = staffErrorText(error);
    return t`${reason} What you typed stays in this tab.`;
  }
  return staffErrorText(error);
}
