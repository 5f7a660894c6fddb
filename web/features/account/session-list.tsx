import type { OwnSession } from '#web/session/own-sessions.ts';
import { Button } from '#web/ui/button.tsx';

type Props = {
  sessions: OwnSession[];
  /** The id of the one that is being ended. */
  ending: string | undefined;
  onEnd: (session: OwnSession) => void;
};

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** This browser first, then the others, the one used last before the rest. */
export function SessionList({ sessions, ending, onEnd }: Props) {
  const own = sessions.filter(({ current }) => current);
  const others = sessions.filter(({ current }) => !current);
  return (
    <ul className="grid gap-4">
      {[...own, ...others].map((session) => (
        <li key={session.id} className="flex items-center justify-between gap-4">
          <div className="grid min-w-0 gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <strong>{session.browser ?? 'A browser we do not know'}</strong>
              {session.current && <span className="bb-mark bb-mark-good">This browser</span>}
            </span>
            <span className="bb-hint">{whenOf(session)}</span>
          </div>
          {!session.current && (
            <Button
              look="quiet"
              size="small"
              className="shrink-0"
              busy={ending === session.id}
              aria-label={`Sign out ${session.browser ?? 'a browser we do not know'}, ${whenOf(session)}`}
              onClick={() => onEnd(session)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const whenOf = ({ signedInAt, lastUsedAt }: OwnSession): string =>
  `Signed in ${day.format(signedInAt)}, last used ${moment.format(lastUsedAt)}`;
