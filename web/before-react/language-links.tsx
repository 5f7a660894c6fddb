import { useLocation } from 'react-router';
import { type Language, languageBase } from '#contract/languages.ts';
import { isPublicPage } from '#contract/site.ts';
import { pageData } from './page-data.ts';

/** Links to the page in each language, for search engines: only in the rendered page. */
export const LanguageLinks = () => (import.meta.env.SSR ? <AlternateLinks /> : null);

function AlternateLinks() {
  const { publicUrl, site } = pageData();
  const { pathname } = useLocation();
  const { languages } = site;
  if (languages.length < 2 || !isPublicPage(pathname)) return null;
  const addressIn = (language: Language) =>
    publicUrl + (languageBase[language] + pathname).replace(/(?<=.)\/$/, '');
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={addressIn(language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressIn(languages[0] ?? 'en')} />
    </>
  );
}
