import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { pageLocale } from '#web/i18n/language.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

/** Returns a language's name in the language of this page, or its code. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(pageLocale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

type Props = {
  languages: readonly string[];
  chosen: string;
  /** How many of the texts each language has. */
  count: (language: string) => { filled: number; total: number };
  hasError: (language: string) => boolean;
  onChoose: (language: string) => void;
};

/** Renders buttons that choose the language of the texts below. */
export function LanguageSwitch({ languages, chosen, count, hasError, onChoose }: Props) {
  if (languages.length < 2) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">
        <Trans>Language of the texts</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            aria-pressed={language === chosen}
            onClick={() => onChoose(language)}
            className={`grid min-h-12 content-center rounded-medium border-2 px-4 py-2 text-start ${language === chosen ? 'border-red-ink bg-red-soft' : 'border-line bg-surface'}`}
          >
            <span className="font-semibold">{languageName(language)}</span>
            <span className="text-small">
              {hasError(language) ? t`Needs a correction` : countText(count(language))}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function countText({ filled, total }: { filled: number; total: number }): string {
  if (total === 0 || filled === 0) return t`No texts yet`;
  if (filled === total) return t`All texts`;
  const [some, all] = [formatNumber(filled), formatNumber(total)];
  return t`${some} of ${all} texts`;
}
