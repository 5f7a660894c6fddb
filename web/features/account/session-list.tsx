import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnSession } from '#web/auth/identity.ts';
import { Button } from '#web/components/button.tsx';
import { successMark } from '#web/components/class-names.ts';
import { LongList } from '#web/components/long-list.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';

type Props = {
  sessions: OwnSession[];
  /** The id of the session that is being signed out. */
  endingId: string | undefined;
  onEnd: (session: OwnSession) => void;
};

const dateFormat = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium' });

/** Lists this browser's session first, then the others in the given order. */
export function SessionList({ sessions, endingId, onEnd }: Props) {
  const own = sessions.filter(({ current }) => current);
  const others = sessions.filter(({ current }) => !current);
  return (
    <LongList items={[...own, ...others]}>
      {(session) => (
        <li key={session.id} className="grid gap-1">
          <div className="flex items-center justify-between gap-4">
            <span className="flex flex-wrap items-center gap-2">
              <strong>{sessionName(session)}</strong>
              {session.current && (
                <span className={successMark}>
                  <Trans>This device</Trans>
                </span>
              )}
            </span>
            {!session.current && (
              <Button
                variant="outlined"
                size="small"
                className="shrink-0 max-[15rem]:shrink"
                isBusy={endingId === session.id}
                aria-label={signOutLabel(session)}
                onClick={() => onEnd(session)}
              >
                <Trans>Sign out</Trans>
              </Button>
            )}
          </div>
          <span className="bb-hint flex flex-wrap gap-x-4">
            <span>{signedInText(session)}</span>
            <span>{lastUsedText(session)}</span>
          </span>
        </li>
      )}
    </LongList>
  );
}

const browserPattern = /^([\w ]+) on (Android|Chrome OS|iOS|Linux|macOS|Windows)$/;

/** Translates a browser name such as `Chrome on Linux`. Returns other names, and undefined, unchanged. */
export function translateBrowserName(browser: string | undefined): string | undefined {
  const [, browserProgram, system] = browser?.match(browserPattern) ?? [];
  return browserProgram && system ? t`${browserProgram} on ${system}` : browser;
}

const sessionName = ({ browser }: OwnSession): string => translateBrowserName(browser) ?? t`Unknown device`;

function signedInText({ signedInAt }: OwnSession): string {
  const date = dateFormat.format(signedInAt);
  return t`Signed in ${date}`;
}

function lastUsedText({ lastUsedAt }: OwnSession): string {
  const time = formatDateTime(lastUsedAt);
  return t`Last used ${time}`;
}

function signOutLabel(session: OwnSession): string {
  const [browser, signedInSince] = [sessionName(session), signedInText(session)];
  return t`Sign out ${browser}, ${signedInSince}`;
}
