import { t } from '@lingui/core/macro';
import { usePart } from '#web/api/config.ts';
import { localeOfPage } from '#web/language/language.ts';
import { useOnline } from '#web/ui/use-online.ts';

type Props = {
  /** When what is shown was last heard from the server, in ms since 1970. */
  since: number;
  /** Why the latest question after it has failed, if it has. */
  failure: Error | null;
};

/** Says of what stands below that it is of an earlier time, while nobody answers. */
export function KnownSince({ since, failure }: Props) {
  const online = useOnline();
  const part = usePart('offline');
  const cut = part && (!online || failure !== null);
  const when = moment.format(since);
  return (
    <p aria-live="polite" className={cut ? 'bb-card p-4' : 'sr-only'}>
      {cut && (online ? unreachable(when) : offline(when))}
    </p>
  );
}

const offline = (when: string) =>
  t`You are offline. This is what we knew on ${when}. It is looked up again by itself.`;

const unreachable = (when: string) =>
  t`We cannot reach the server at the moment. This is what we knew on ${when}. It is looked up again by itself.`;

/** `November 21, 2026 at 4:05 PM`: on the reader's clock. */
const moment = new Intl.DateTimeFormat(localeOfPage, { dateStyle: 'long', timeStyle: 'short' });
