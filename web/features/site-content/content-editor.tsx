import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { pageOfContent } from '#contract/site.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError } from '#web/components/form-error.tsx';
import { toast } from '#web/components/toast.ts';
import { StaffPage } from '../staff/staff-page.tsx';
import { Conflict } from './conflict.tsx';
import { ContentForm } from './content-form.tsx';
import type { ContentForm as FormOfKind } from './content-forms.ts';
import { draftOf, isNewItem, type LoadedContent } from './content-queries.ts';
import { type Draft, readText } from './draft.ts';
import { languageName } from './language-switch.tsx';
import { listLanguages } from './languages.ts';
import { Preview } from './preview.tsx';
import { PublishLater } from './publish-later.tsx';
import { Removals } from './removals.tsx';
import { listDifferences, listValues } from './shown-values.ts';
import { stateText } from './state-text.ts';
import { type Editor, useEditor } from './use-editor.ts';
import { Versions } from './versions.tsx';

type Props = {
  form: FormOfKind;
  centers: readonly { _id: string; name: string }[];
  loaded: LoadedContent;
  /** The page that links to this one. */
  back: string;
  onAdded: (id: string) => void;
};

/** Edits a group or an item: its draft, what is published, and earlier versions. */
export function ContentEditor({ form, centers, loaded, back, onAdded }: Props) {
  const editor = useEditor(loaded);
  const { kind, content, site, draft, isNew, isDirty, isDeleted, isBusy, conflict, offered } = editor;
  const { timeZone } = site.region;
  const wasNew = isNewItem(loaded.content);
  // Not while something is unsaved, because leaving the page would ask.
  const addedId = wasNew && !isNew && !isDirty ? content.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useEffect(() => {
    if (addedId) onAdded(addedId);
  }, [addedId]);

  const navigate = useNavigate();
  // Not in the action itself, because leaving the page would ask until what was typed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isDeleted) return;
    toast.success(t`Deleted.`);
    void navigate(back, { replace: true });
  }, [isDeleted]);

  const fields = form.listFields(centers);
  const languages = listLanguages(fields, draft, site.region.languages);
  const list = (values: Draft) =>
    listValues(fields, values, listLanguages(fields, values, site.region.languages), languageName);
  return (
    <StaffPage
      heading={form.items?.one ?? form.title}
      lead={isNew ? t`Not saved yet` : stateText(content, timeZone)}
      back={{ to: back, text: form.items ? t`All: ${form.title}` : t`Your site` }}
    >
      {offered && <OfferedDraft editor={editor} />}
      {conflict && (
        <Conflict
          differences={listDifferences(list(draft), list(draftOf(conflict)))}
          isBusy={isBusy}
          onKeepOwn={() => void editor.keepOwn(conflict)}
          onTakeOther={() => editor.takeOther(conflict)}
        />
      )}
      <div className="bb-card p-6 md:p-8">
        <ContentForm editor={editor} fields={fields} languages={languages}>
          <FormError text={editor.failure} />
          <OutcomeText
            editor={editor}
            publicPage={pageOfContent[kind]?.replace(':slug', readText(content.published, 'slug'))}
          />
          <div className="flex flex-wrap gap-3">
            <Button isBusy={isBusy} onClick={() => void editor.publish()}>
              <Trans>Publish</Trans>
            </Button>
            <Button type="submit" variant="outlined" isBusy={isBusy}>
              <Trans>Save draft</Trans>
            </Button>
          </div>
          {form.items?.canSchedule && (
            <PublishLater timeZone={timeZone} isBusy={isBusy} onPublish={editor.publish} />
          )}
        </ContentForm>
      </div>
      {pageOfContent[kind] && (
        <Preview
          kind={kind}
          id={content.id}
          draft={draft}
          siteLanguages={site.region.languages}
          anchor={pageOfContent[kind]?.split('#')[1]}
        />
      )}
      <Removals editor={editor} form={form} />
      {!isNew && (
        <Versions
          kind={kind}
          id={content.id}
          timeZone={timeZone}
          list={list}
          isBusy={isBusy}
          onRestore={(version) => void editor.restore(version)}
        />
      )}
    </StaffPage>
  );
}

/** Announces the outcome of the last action, and takes the focus. */
function OutcomeText({
  editor: { outcome },
  publicPage,
}: {
  editor: Editor;
  publicPage: string | undefined;
}) {
  return (
    <div role="status" className="empty:hidden">
      {outcome && (
        <p ref={focusOnMount} tabIndex={-1}>
          {outcome.text}{' '}
          {outcome.isPublic && publicPage && (
            // Load the page again: this one has the content of when it was loaded.
            <Link to={publicPage} reloadDocument className="bb-text-link">
              <Trans>See it on the site</Trans>
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

/** Offers what this person typed here before, and did not save. */
function OfferedDraft({ editor }: { editor: Editor }) {
  return (
    <section
      aria-labelledby="unsent"
      className="grid justify-items-start gap-3 rounded-medium bg-warn-soft px-5 py-4"
    >
      <h2 id="unsent" className="text-heading text-warn">
        <Trans>You have typed something that is not saved</Trans>
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={editor.takeOffered}>
          <Trans>Continue with it</Trans>
        </Button>
        <Button size="small" variant="outlined" onClick={editor.discardOffered}>
          <Trans>Discard it</Trans>
        </Button>
      </div>
    </section>
  );
}
