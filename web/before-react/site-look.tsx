import { deriveAccent } from '#contract/accent.ts';
import { ownerLogo, pageData } from './page-data.ts';

/** Icons for tabs and phones: the owner's logo, or ours. */
export function IconLinks() {
  if (pageData().site.logo)
    return (
      <>
        <link rel="icon" href={ownerLogo('icon-32')} sizes="32x32" type="image/png" />
        <link rel="icon" href={ownerLogo('icon-192')} sizes="192x192" type="image/png" />
        <link rel="apple-touch-icon" href={ownerLogo('icon-180')} />
      </>
    );
  return (
    <>
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="icon" href="/icon-32.png" sizes="32x32" type="image/png" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
    </>
  );
}

const ACCENT_ID = 'accent';

/**
 * The owner's accent color, in place of the red of web/styles/tokens.css. Only the server computes it, and
 * hydration keeps it.
 */
export function AccentStyle() {
  const css = import.meta.env.SSR ? renderAccent() : document.getElementById(ACCENT_ID)?.textContent;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of hexadecimal colors only
  return css ? <style id={ACCENT_ID} dangerouslySetInnerHTML={{ __html: css }} /> : null;
}

function renderAccent(): string | undefined {
  const { accent } = pageData().server?.content.identity ?? {};
  if (!accent) return undefined;
  const { light, dark } = deriveAccent(accent);
  // Paper is white in every color scheme, and its text is black (web/styles/print.css).
  return `:root{${areas(light)}}@media screen{:root{${texts(light)}}}@media screen and (prefers-color-scheme:dark){:root{${areas(dark)}${texts(dark)}}}`;
}

type Colors = ReturnType<typeof deriveAccent>['light'];

const areas = ({ fill, onFill, strong, soft }: Colors): string =>
  toCss({ red: fill, 'on-red': onFill, 'red-strong': strong, 'red-deep': fill, 'red-soft': soft });

const texts = ({ ink }: Colors): string => toCss({ 'red-ink': ink, focus: ink });

const toCss = (colors: Record<string, string>): string =>
  Object.entries(colors)
    .map(([name, color]) => `--color-${name}:${color};`)
    .join('');
