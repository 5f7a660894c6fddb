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
        <li key={session.id} className="grid gap-1">
          <div className="flex items-center justify-between gap-4">
            <span className="flex flex-wrap items-center gap-2">
              <strong>{nameOf(session)}</strong>
              {session.current && <span className="bb-mark bb-mark-good">This browser</span>}
            </span>
            {!session.current && (
              <Button
                look="quiet"
                size="small"
                className="shrink-0"
                busy={ending === session.id}
                aria-label={`Sign out ${nameOf(session)}, ${signedIn(session)}`}
                onClick={() => onEnd(session)}
              >
                Sign out
              </Button>
            )}
          </div>
          <span className="bb-hint flex flex-wrap gap-x-4">
            <span>{signedIn(session)}</span>
            <span>{lastUsed(session)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ browser }: OwnSession): string => browser ?? 'Unknown browser';
const signedIn = ({ signedInAt }: OwnSession): string => `Signed in ${day.format(signedInAt)}`;
const lastUsed = ({ lastUsedAt }: OwnSession): string => `Last used ${moment.format(lastUsedAt)}`;
