import { useLocation } from 'react-router';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { language } from '#web/i18n/language.ts';

/** Each language is named in that language. */
const [other, name, otherBase] = language === 'en' ? ['bn', 'বাংলা', '/bn'] : ['en', 'English', ''];

/** Links to the same page in the other language. A script in the head stores that language (app/pages.ts). */
export function LanguageSwitch() {
  const { pathname, search, hash } = useLocation();
  // A prerendered page has no query or hash: adding them before hydration would cause a mismatch.
  const suffix = useHydrated() ? search + hash : '';
  // The build renders `/about` at `/about/`.
  const path = (otherBase + pathname).replace(/\/$/, '') || '/';
  return (
    <a href={path + suffix} hrefLang={other} lang={other} className="bb-language">
      {name}
    </a>
  );
}
