import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnSession } from '#web/auth/identity.ts';
import { Button } from '#web/components/button.tsx';
import { successMark } from '#web/components/class-names.ts';
import { pageLocale } from '#web/i18n/language.ts';

type Props = {
  sessions: OwnSession[];
  /** The id of the one that is being ended. */
  ending: string | undefined;
  onEnd: (session: OwnSession) => void;
};

const moment = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium' });

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
              {session.current && (
                <span className={successMark}>
                  <Trans>This browser</Trans>
                </span>
              )}
            </span>
            {!session.current && (
              <Button
                look="quiet"
                size="small"
                className="shrink-0"
                busy={ending === session.id}
                aria-label={signOutLabel(session)}
                onClick={() => onEnd(session)}
              >
                <Trans>Sign out</Trans>
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

/** `Chrome on Linux`, as the provider tells it in English; undefined where it does not know. */
export function browserName({ browser }: OwnSession): string | undefined {
  const [program, system] = browser?.split(' on ') ?? [];
  return program && system ? t`${program} on ${system}` : browser;
}

const nameOf = (session: OwnSession): string => browserName(session) ?? t`Unknown browser`;

function signedIn({ signedInAt }: OwnSession): string {
  const when = day.format(signedInAt);
  return t`Signed in ${when}`;
}

function lastUsed({ lastUsedAt }: OwnSession): string {
  const when = moment.format(lastUsedAt);
  return t`Last used ${when}`;
}

function signOutLabel(session: OwnSession): string {
  const [browser, since] = [nameOf(session), signedIn(session)];
  return t`Sign out ${browser}, ${since}`;
}
