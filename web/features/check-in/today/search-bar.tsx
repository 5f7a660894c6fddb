import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Button } from '#web/components/button.tsx';
import { Icon } from '#web/components/icon.tsx';
import { startAtToken, useScannerKeys } from '../scan/use-scanner-keys.ts';

const scanIcon =
  'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M7 12h10';
const plusIcon = 'M12 5v14M5 12h14';

type Props = {
  centerId: string;
  text: string;
  onChange: (text: string) => void;
  /** Called by Enter. */
  onSubmit: () => void;
  isAdding: boolean;
  onToggleAdding: () => void;
};

/** The field that finds a donor, with the ways to check in those whom it does not find. */
export function SearchBar({ centerId, text, onChange, onSubmit, isAdding, onToggleAdding }: Props) {
  const field = useScannerKeys();
  return (
    <form
      className="sticky top-(--bar) z-30 flex gap-2 bg-paper py-1 xl:static xl:w-148 xl:shrink-0 xl:self-start low:static"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="relative min-w-0 grow">
        <input
          ref={field}
          type="search"
          className="bb-input ps-3 xl:min-h-10 pe-12 placeholder:text-ink-soft"
          aria-label={t`Name, phone or appointment number`}
          placeholder={t`Name or digits`}
          value={text}
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="search"
          // The next donor's name replaces the last one.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ target }) => onChange(startAtToken(target.value))}
        />
        <Link
          to={`/staff/scan?center=${centerId}`}
          aria-label={t`Scan passes`}
          title={t`Scan passes`}
          className="absolute end-0.5 inset-y-0 grid w-12 place-items-center text-red-ink"
        >
          <Icon path={scanIcon} />
        </Link>
      </div>
      <Button
        variant="outlined"
        className="shrink-0 px-3 text-small xl:min-h-10"
        aria-expanded={isAdding}
        onClick={onToggleAdding}
      >
        <Icon path={plusIcon} size={1.25} />
        <span aria-hidden="true" className="sm:hidden">
          <Trans>Walk-in</Trans>
        </span>
        <span className="max-sm:sr-only">
          <Trans>Add a walk-in</Trans>
        </span>
      </Button>
    </form>
  );
}
