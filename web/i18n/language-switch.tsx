import { useLocation } from 'react-router';
import { writeItem } from '#web/auth/persistence.ts';
import { useHydrated } from '#web/components/use-hydrated.ts';
import { language } from './language.ts';

/** Each named in its own words: who looks for it cannot read the page. */
const [other, name, otherBase] = language === 'en' ? ['bn', 'বাংলা', '/bn'] : ['en', 'English', ''];

/** To the same page in the other language, which this browser remembers from then on: site-languages.ts. */
export function LanguageSwitch() {
  const { pathname, search, hash } = useLocation();
  // The prerendered page knows its path only, and a link that differs from it at first would stay as it was.
  const rest = useHydrated() ? search + hash : '';
  return (
    <a
      href={otherBase + pathname + rest}
      hrefLang={other}
      lang={other}
      className="bb-language"
      onClick={() => writeItem('language', other)}
    >
      {name}
    </a>
  );
}
