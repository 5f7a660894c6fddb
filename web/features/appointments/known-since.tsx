import { NetworkError } from '#web/api/errors.ts';
import { usePart } from '#web/api/use-part.ts';
import { useOnline } from '#web/ui/use-online.ts';

type Props = {
  /** When what is shown was last heard from the server, in ms since 1970. */
  since: number;
  /** Why the latest question after it has failed, if it has. */
  failure: Error | null;
};

/** Says of what stands below that it is of an earlier time, while nobody can be asked. */
export function KnownSince({ since, failure }: Props) {
  const online = useOnline();
  const part = usePart('offline');
  const cut = part && (!online || failure instanceof NetworkError);
  return (
    <p role="status" className={cut ? 'bb-card p-4' : 'sr-only'}>
      {cut && (online ? 'We cannot reach the server at the moment. ' : 'You are offline. ')}
      {cut && `This is what we knew on ${moment(since)}. It is looked up again by itself.`}
    </p>
  );
}

/** `November 21, 2026 at 4:05 PM`: on the reader's clock. */
const moment = (at: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(at);
