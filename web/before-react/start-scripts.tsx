import { createContext, useContext } from 'react';
import { Scripts } from 'react-router';
import { preloadRequests } from './preload-requests.ts';
import { showNotice } from './show-notice.ts';
import { type StartOptions, startOnTouch } from './start-on-touch.ts';

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

/**
 * @param props.keys see `startOnTouch`
 * @param props.tokenKey key of the access token in local storage
 */
export function StartScript({ keys, tokenKey }: Pick<StartOptions, 'keys'> & { tokenKey: string }) {
  const { isShell, preloadedPaths: paths } = useContext(RenderedPage);
  if (!import.meta.env.SSR) return <InlineScript text="" />;
  const start = call(startOnTouch, { isShell, keys, ids });
  return (
    <InlineScript text={paths.length > 0 ? call(preloadRequests, { paths, tokenKey }) + start : start} />
  );
}

/** Shows the notice in a browser without modules, which skips React Router's scripts. */
export const OldBrowserScript = () => (
  <InlineScript noModule text={import.meta.env.SSR ? call(showNotice, NOTICE_ID) : ''} />
);

const call = <Options,>(run: (options: Options) => void, options: Options): string =>
  `(${run})(${JSON.stringify(options)});`;

type Props = { id?: string; type?: string; noModule?: boolean; text: string };

/** An inline script. Only the rendered page has its text, and hydration keeps it. */
const InlineScript = ({ text, ...attributes }: Props) => (
  <script
    {...attributes}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text
    dangerouslySetInnerHTML={{ __html: text }}
  />
);
