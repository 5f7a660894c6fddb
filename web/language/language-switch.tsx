import { useLocation } from 'react-router';
import { languageBase } from '#contract/languages.ts';
import { keep } from '#web/session/memory.ts';
import { language } from './language.ts';

const other = language === 'en' ? 'bn' : 'en';
/** Each in its own words: who looks for it cannot read the page. */
const name = other === 'bn' ? 'বাংলা' : 'English';

/** To the same page in the other language, which this browser remembers from then on: site-languages.ts. */
export function LanguageSwitch() {
  const { pathname, search, hash } = useLocation();
  const path = pathname.replace(/\/$/, '') || (languageBase[other] ? '' : '/');
  return (
    <a
      href={languageBase[other] + path + search + hash}
      hrefLang={other}
      lang={other}
      className="bb-language"
      onClick={() => keep('language', other)}
    >
      {name}
    </a>
  );
}
