import { createContext, useContext } from 'react';
import { Scripts } from 'react-router';
import { languageBase } from '#contract/languages.ts';
import { language } from '#web/i18n/language.ts';
import { keepInstallPrompt } from './keep-install-prompt.ts';
import { keepLanguage } from './keep-language.ts';
import { PAGE_DATA_ID, pageData } from './page-data.ts';
import { preloadRequests } from './preload-requests.ts';
import { showNotice } from './show-notice.ts';
import { startOnTouch } from './start-on-touch.ts';

/** What only the server knows about the page that it renders. */
export const RenderedPage = createContext({
  /** The data that the browser hydrates with, in React Router's encoding. */
  loaderData: '',
  /** Whether the browser renders the page's content. */
  isShell: false,
  /** API paths to request while the scripts load. */
  preloadedPaths: [] as readonly string[],
});

const ids = { scripts: 'react-scripts', data: 'loader-data', notice: 'hydration-failed' };
export const { notice: NOTICE_ID } = ids;

/**
 * The scripts that React Router renders, inert in a `noscript` element, and the page's data. The start script
 * inserts them.
 */
export function InertScripts() {
  const { loaderData } = useContext(RenderedPage);
  return (
    <>
      <noscript id={ids.scripts}>
        <Scripts />
      </noscript>
      <JsonScript id={ids.data} value={loaderData} />
    </>
  );
}

/** The data that the page hydrates with. */
export function PageDataScript() {
  const { events: _, server: __, ...data } = pageData();
  return <JsonScript id={PAGE_DATA_ID} value={data} />;
}

type Props = {
  /** Storage keys whose values start React immediately. */
  keys: readonly string[];
  /** Key of the access token in local storage. */
  tokenKey: string;
};

export function StartScript({ keys, tokenKey }: Props) {
  const { isShell, preloadedPaths: paths } = useContext(RenderedPage);
  if (!import.meta.env.SSR) return <InlineScript text="" />;
  const preload = paths.length > 0 ? call(preloadRequests, { paths, tokenKey }) : '';
  const start = call(startOnTouch, ids, keys, isShell);
  return <InlineScript text={preload + start + call(keepInstallPrompt)} />;
}

/** Keeps the reader's language, on a site with several. An English page redirects to the other languages. */
export function LanguageScript() {
  if (pageData().site.languages.length < 2) return null;
  if (!import.meta.env.SSR) return <InlineScript text="" />;
  const { en: _, ...otherBases } = languageBase;
  return <InlineScript text={call(keepLanguage, language === 'en' ? otherBases : {})} />;
}

/** Shows the notice in a browser without modules, which skips React Router's scripts. */
export const OldBrowserScript = () => (
  <InlineScript noModule text={import.meta.env.SSR ? call(showNotice, NOTICE_ID) : ''} />
);

/** Returns a call of the function as text. */
const call = <Values extends unknown[]>(run: (...values: Values) => void, ...values: Values): string =>
  `(${run})(${values.map((value) => JSON.stringify(value)).join()});`;

/** Data in the page, escaped so that no text ends the element. */
const JsonScript = ({ id, value }: { id: string; value: unknown }) => (
  <InlineScript
    id={id}
    type="application/json"
    text={import.meta.env.SSR ? JSON.stringify(value).replaceAll('<', '\\u003c') : ''}
  />
);

type ScriptProps = { id?: string; type?: string; noModule?: boolean; text: string };

/** An inline script. Only the rendered page has its text, and hydration keeps it. */
const InlineScript = ({ text, ...attributes }: ScriptProps) => (
  <script
    {...attributes}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text
    dangerouslySetInnerHTML={{ __html: text }}
  />
);
