import { createContext, useContext } from 'react';
import { Scripts } from 'react-router';
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
      <InlineScript
        id={ids.data}
        type="application/json"
        text={JSON.stringify(loaderData).replaceAll('<', '\\u003c')}
      />
    </>
  );
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
  const start = call(startOnTouch, ids, keys, isShell);
  return (
    <InlineScript text={paths.length > 0 ? call(preloadRequests, { paths, tokenKey }) + start : start} />
  );
}

/** Shows the notice in a browser without modules, which skips React Router's scripts. */
export const OldBrowserScript = () => (
  <InlineScript noModule text={import.meta.env.SSR ? call(showNotice, NOTICE_ID) : ''} />
);

/** Returns a call of the function as text. */
const call = <Values extends unknown[]>(run: (...values: Values) => void, ...values: Values): string =>
  `(${run})(${values.map((value) => JSON.stringify(value)).join()});`;

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
