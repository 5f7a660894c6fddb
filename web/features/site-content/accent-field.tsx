import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { deriveAccent, pageColors } from '#contract/accent.ts';
import { Field } from '#web/components/field.tsx';

type Props = {
  name: string;
  label: string;
  hint: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The color of the design, which a site without one of its own has. */
const DEFAULT_COLOR = '#9c1322';

/** Asks for a color, and shows how it looks on light and dark pages, and what is changed so that it is readable. */
export function AccentField({ name, label, hint, value, error, onChange }: Props) {
  const isColor = /^#[\da-f]{6}$/i.test(value);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field label={label} hint={hint} error={error}>
        {(aria) => (
          <div className="flex gap-3">
            <input
              {...aria}
              name={name}
              value={value}
              autoComplete="off"
              spellCheck={false}
              className="bb-input"
              onChange={({ target }) => onChange(target.value.trim().replace(/^(?=[\da-f]{6}$)/i, '#'))}
            />
            <input
              type="color"
              aria-label={t`Choose a color`}
              value={isColor ? value.toLowerCase() : DEFAULT_COLOR}
              className="h-12 w-16 shrink-0 rounded-small border-[1.5px] border-control bg-surface p-1"
              onChange={({ target }) => onChange(target.value)}
            />
          </div>
        )}
      </Field>
      {isColor && <Samples color={value.toLowerCase()} />}
      <div role="status" className="bb-hint empty:hidden">
        {isColor && listCorrections(value.toLowerCase()).map((text) => <p key={text}>{text}</p>)}
      </div>
    </div>
  );
}

function Samples({ color }: { color: string }) {
  const { light, dark } = deriveAccent(color);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Sample colors={light} background={pageColors.light[0]} />
      <Sample colors={dark} background={pageColors.dark[0]} />
    </div>
  );
}

type SampleProps = { colors: ReturnType<typeof deriveAccent>['light']; background: string };

const Sample = ({ colors: { ink, fill, onFill }, background }: SampleProps) => (
  <p
    className="flex flex-wrap items-center gap-4 rounded-medium border border-line p-4 font-semibold"
    style={{ background }}
  >
    <span className="rounded-full px-5 py-2" style={{ background: fill, color: onFill }}>
      <Trans>Button</Trans>
    </span>
    <span className="underline underline-offset-4" style={{ color: ink }}>
      <Trans>Link</Trans>
    </span>
  </p>
);

/** Returns what is changed of a color so that it is readable. */
function listCorrections(color: string): string[] {
  const { light, dark } = deriveAccent(color);
  const corrections = [
    light.ink !== color &&
      t`On light pages, text in this color is darkened to ${light.ink}, because text needs a contrast of 4.5:1.`,
    light.fill !== color &&
      t`On light pages, buttons are darkened to ${light.fill}, so that they stand out from the page.`,
    dark.ink !== color &&
      t`On dark pages, text in this color is lightened to ${dark.ink}, because text needs a contrast of 4.5:1.`,
    dark.fill !== color &&
      t`On dark pages, buttons are lightened to ${dark.fill}, so that they stand out from the page.`,
  ].filter((text) => text !== false);
  return corrections.length > 0 ? corrections : [t`This color is readable on light and dark pages.`];
}
