import { t } from '@lingui/core/macro';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Section } from '#web/components/section.tsx';
import type { ContentForm as FormOfKind } from './content-forms.ts';
import { isSame } from './draft.ts';
import type { Editor } from './use-editor.ts';

type Props = { editor: Editor; form: FormOfKind };

/** Renders buttons that discard the draft, take it off the schedule, return to the default, or delete the item. */
export function Removals({ editor, form }: Props) {
  const { content, isNew, isDirty, isBusy } = editor;
  const { draft, hasDraft, published, state } = content;
  // A published fee may be null.
  const isPublished = published !== null || state === 'published';
  const ask = (title: string, text: string, yes: string) =>
    confirmDialog({ title, text, yes, no: t`Cancel` });
  const discard = async () => {
    const title = t`Discard the draft?`;
    if (await ask(title, t`The form shows again what is published.`, t`Discard it`))
      await editor.replaceDraft(published, t`The draft is discarded.`);
  };
  const returnToDefault = async () => {
    const title = t`Return to the default?`;
    const text = t`The site shows its own content again. Your draft is discarded, earlier versions are kept.`;
    if (await ask(title, text, t`Return to the default`)) await editor.returnToDefault();
  };
  const deleteItem = async () => {
    const text = t`It disappears from the site, with its draft and earlier versions.`;
    if (await ask(t`Delete this for ever?`, text, t`Delete`)) await editor.deleteItem();
  };
  const actions: [isOffered: boolean, name: string, action: () => Promise<void>][] = [
    [
      state === 'scheduled' && !isDirty,
      t`Take it off the schedule`,
      () => editor.replaceDraft(draft, t`It is no longer scheduled.`),
    ],
    [isPublished && (isDirty || !isSame(draft, published)), t`Discard the draft`, discard],
    [form.items === undefined && (hasDraft || isPublished), t`Return to the default`, returnToDefault],
    [form.items !== undefined && !isNew, t`Delete`, deleteItem],
  ];
  const offered = actions.filter(([isOffered]) => isOffered);
  if (offered.length === 0) return null;
  return (
    <Section title={t`Discard or delete`}>
      <div className="flex flex-wrap gap-3">
        {offered.map(([, name, action]) => (
          <Button key={name} variant="outlined" isBusy={isBusy} onClick={() => void action()}>
            {name}
          </Button>
        ))}
      </div>
    </Section>
  );
}
