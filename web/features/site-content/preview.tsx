import { t } from '@lingui/core/macro';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { previewContent } from '#contract/content-endpoints.ts';
import { pageLanguages } from '#contract/languages.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { ExpandButton } from '#web/components/expand-button.tsx';
import { Section } from '#web/components/section.tsx';
import { language as ownLanguage } from '#web/i18n/language.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import type { Draft } from './draft.ts';
import { languageName } from './language-switch.tsx';

const widths = { phone: 360, desktop: 1280 } as const;
/** The height of the preview on the editor's screen, in pixels. */
const HEIGHT = 640;
/** How long an editor must have stopped typing before the preview follows. */
const PAUSE_MS = 500;

type Props = {
  kind: string;
  id: string;
  draft: Draft;
  siteLanguages: readonly string[];
  /** The element that shows the content. Default: the beginning of the page. */
  anchor: string | undefined;
};

/** Shows the page of the site as it would be if the draft were published. */
export function Preview(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <Section title={t`Preview`}>
      <ExpandButton
        text={t`Show the page with this draft`}
        controls={id}
        open={isOpen}
        onChange={setIsOpen}
      />
      <div id={id} hidden={!isOpen} className="w-full">
        {isOpen && <OpenPreview {...props} />}
      </div>
    </Section>
  );
}

function OpenPreview({ kind, id, draft, siteLanguages, anchor }: Props) {
  const { user } = useSession();
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const [language, setLanguage] = useState(ownLanguage);
  const shown = useSettled(draft);
  const { data, error } = useQuery({
    queryKey: ['staff', user?.uid, 'preview', kind, id, shown, language],
    queryFn: ({ signal }) =>
      call(previewContent, { params: { kind, id }, body: { draft: shown, language }, signal }),
    placeholderData: (previous) => previous,
    gcTime: 0,
    retry: false,
  });
  const names = { phone: t`Phone`, desktop: t`Desktop` };
  const choices = pageLanguages(siteLanguages);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-2">
        {(['phone', 'desktop'] as const).map((name) => (
          <Choice key={name} text={names[name]} isChosen={name === width} onChoose={() => setWidth(name)} />
        ))}
        {choices.length > 1 &&
          choices.map((code) => (
            <Choice
              key={code}
              text={languageName(code)}
              isChosen={code === language}
              onChoose={() => setLanguage(code)}
            />
          ))}
      </div>
      <p role="status" className="empty:hidden">
        {error && errorText(error)}
      </p>
      {data && <PagePicture html={data.html} width={widths[width]} anchor={anchor} />}
    </div>
  );
}

const errorText = (error: Error): string =>
  error instanceof ApiError && error.status === 422
    ? t`The preview follows when everything that is needed is filled in.`
    : staffErrorText(error);

type ChoiceProps = { text: string; isChosen: boolean; onChoose: () => void };

const Choice = ({ text, isChosen, onChoose }: ChoiceProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onChoose}
    className={`min-h-11 rounded-medium border-2 px-4 py-2 font-semibold ${isChosen ? 'border-red-ink bg-red-soft' : 'border-line bg-surface'}`}
  >
    {text}
  </button>
);

type PictureProps = { html: string; width: number; anchor: string | undefined };

/**
 * Shows a page at a width, scaled down to the space there is. The page is complete without scripts, and none
 * runs here: links and forms do nothing.
 */
function PagePicture({ html, width, anchor }: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState(width);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setSpace(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, space / width);
  const showAnchor = ({ currentTarget: { contentDocument } }: SyntheticEvent<HTMLIFrameElement>) => {
    if (anchor) contentDocument?.getElementById(anchor)?.scrollIntoView();
  };
  return (
    <div ref={frame} className="w-full overflow-hidden" style={{ height: HEIGHT }}>
      <iframe
        title={t`Preview`}
        sandbox="allow-same-origin"
        srcDoc={withoutScripts(html)}
        onLoad={showAnchor}
        className="origin-top-left rounded-medium border border-line bg-surface"
        style={{ width, height: HEIGHT / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}

/** Removes scripts, and what browsers without scripts would show. Links do nothing in a sandbox. */
function withoutScripts(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('script, noscript')) element.remove();
  const base = page.createElement('base');
  base.target = '_blank';
  page.head.prepend(base);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Returns the last value that did not change for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
