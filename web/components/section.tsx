import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError } from '#web/components/form-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';

type Props = { title: string; children: ReactNode };

/** Wide screens show the title in a column to the left. Long addresses wrap on narrow phones. */
const cardClass = [
  'bb-card grid grid-cols-1 gap-4 p-6 wrap-anywhere [&>.bb-button]:justify-self-start',
  'md:grid-cols-[12rem_minmax(0,1fr)] md:items-start md:gap-x-8 md:p-8 md:[&>:not(h2)]:col-start-2',
].join(' ');

export function Section({ title, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cardClass}>
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

type Query = { isPending: boolean; error: Error | null; refetch: () => Promise<unknown> };

/** Shows a spinner while the query is pending, or its error with a retry button. */
export function SectionLoading({ query, label }: { query: Query; label: string }) {
  // The spinner is as high as the button that usually follows, to avoid a layout shift.
  if (query.isPending)
    return (
      <div className="grid min-h-12 content-center">
        <Spinner label={label} />
      </div>
    );
  if (!query.error) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <FormError text={errorText(query.error)} />
      <Button variant="outlined" onClick={() => void query.refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

/** Announces a completed action and takes the focus, because the button that was pressed may be removed. */
export function SectionDone({ text }: { text: string | undefined }) {
  return (
    <p role="status">
      {text && (
        <span ref={focusOnMount} tabIndex={-1}>
          {text}
        </span>
      )}
    </p>
  );
}
