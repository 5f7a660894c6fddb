import { useLocation } from 'react-router';
import { pageData } from '#web/before-react/page-data.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { basePath, language } from '#web/i18n/language.ts';

/** Each language is named in that language. */
const [other, name, otherBase] =
  language === 'en' ? (['bn', 'বাংলা', '/bn'] as const) : (['en', 'English', ''] as const);

/** Links to the same page in the other language. web/before-react/keep-language.ts stores that language. */
export function LanguageSwitch() {
  const { pathname, search, hash } = useLocation();
  const isHydrated = useHydrated();
  const { path, site } = pageData();
  if (!site.languages.includes(other)) return null;
  // The HTML has no query or hash, and several addresses share it: showing them before hydration would be a
  // mismatch.
  const shown = isHydrated ? otherBase + pathname : otherBase + path.slice(basePath.length);
  return (
    <a
      href={(shown.replace(/\/$/, '') || '/') + (isHydrated ? search + hash : '')}
      hrefLang={other}
      lang={other}
      className="bb-language"
    >
      {name}
    </a>
  );
}
