import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { FormError } from '#web/components/form-error.tsx';
import { ContentFieldInput } from './content-field.tsx';
import type { Draft } from './draft.ts';
import { contentFieldMessage } from './field-messages.ts';
import { type ContentField, changeField, listShownFields, readField } from './fields.ts';
import { LanguageSwitch, languageName } from './language-switch.tsx';
import { countTexts } from './languages.ts';
import { type PlacedErrors, placeErrors } from './place-errors.ts';
import type { Editor } from './use-editor.ts';

type Props = {
  editor: Editor;
  fields: readonly ContentField[];
  languages: readonly string[];
  /** Buttons and outcome, below the fields. */
  children: ReactNode;
};

/** Renders the fields of a kind of content, with their texts in one language at a time. */
export function ContentForm({ editor, fields, languages, children }: Props) {
  const { draft, setDraft, errors, save } = editor;
  const [chosen, setChosen] = useState(languages[0] ?? '');
  const placed = placeErrors(errors, fields, draft, languages);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, errors, placed, languages, setChosen);

  const shown = listShownFields(fields, draft);
  const pathOf = ({ name, isByLanguage }: ContentField) => (isByLanguage ? `${name}.${chosen}` : name);
  const labelOf = ({ label, isByLanguage }: ContentField) =>
    isByLanguage && languages.length > 1 ? `${label} (${languageName(chosen)})` : label;
  const renderField = (field: ContentField) => {
    const path = pathOf(field);
    const message = placed.byPath[path];
    return (
      <ContentFieldInput
        key={path}
        field={field}
        path={path}
        label={labelOf(field)}
        language={field.isByLanguage && chosen}
        value={readField(draft, field, path)}
        error={message && contentFieldMessage(message)}
        onChange={(value) => setDraft((now: Draft) => changeField(now, field, path, value))}
      />
    );
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!editor.isBusy) void save();
      }}
    >
      <LanguageSwitch
        languages={shown.some(({ isByLanguage }) => isByLanguage) ? languages : []}
        chosen={chosen}
        count={(language) => countTexts(fields, draft, language)}
        hasError={(language) => Object.keys(placed.byPath).some((path) => path.endsWith(`.${language}`))}
        onChoose={setChosen}
      />
      {groupByLegend(shown).map(({ legend, members }) =>
        legend === undefined ? (
          <Fragment key={members[0]?.name}>{members.map(renderField)}</Fragment>
        ) : (
          <fieldset key={legend} className="grid grid-cols-1 gap-4">
            <legend className="mb-3 text-heading">{legend}</legend>
            {members.map(renderField)}
          </fieldset>
        ),
      )}
      <FormError text={placed.others.map(contentFieldMessage).join(' ')} />
      {children}
    </form>
  );
}

/** Focuses the first input with an error once the server has responded, in its language. */
function useFocusFirstError(
  form: { current: HTMLFormElement | null },
  errors: Editor['errors'],
  { first }: PlacedErrors,
  languages: readonly string[],
  setLanguage: (language: string) => void,
): void {
  const [focused, setFocused] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each response
  useEffect(() => {
    const language = languages.find((code) => first?.endsWith(`.${code}`));
    if (language) setLanguage(language);
    setFocused(first);
  }, [errors]);
  useEffect(() => {
    if (!focused) return;
    form.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
    setFocused(undefined);
  }, [focused, form]);
}

/** Groups neighboring fields with the same legend. */
function groupByLegend(fields: readonly ContentField[]) {
  const groups: { legend: string | undefined; members: ContentField[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && last.legend === field.legend) last.members.push(field);
    else groups.push({ legend: field.legend, members: [field] });
  }
  return groups;
}
