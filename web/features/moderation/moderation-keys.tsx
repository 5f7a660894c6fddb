import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/components/choices.css';

const keys: readonly (readonly [key: string, text: string])[] = [
  ['J', t`Next`],
  ['K', t`Previous`],
  ['A', t`Keep or publish`],
  ['R', t`Remove or don't publish, then 1 to 6 for the reason`],
  ['U', t`Undo`],
  ['G', t`Show all`],
  ['Esc', t`Back`],
];

/**
 * Lists the page's keyboard shortcuts, with a switch that turns them off for people whose software types
 * letters.
 */
export const KeyList = ({ isOn, onTurn }: { isOn: boolean; onTurn: (isOn: boolean) => void }) => (
  <section className="grid max-w-3xl gap-3 [@media(hover:none)]:hidden" aria-labelledby="moderation-keys">
    <h2 id="moderation-keys" className="text-heading">
      <Trans>Keys</Trans>
    </h2>
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="bb-choice"
        checked={isOn}
        onChange={(event) => onTurn(event.target.checked)}
      />
      <Trans>Decide with single keys</Trans>
    </label>
    {isOn && (
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-w-8 place-items-center rounded-small border border-control px-1 font-mono">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);
