import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { loadIdentityClient, useSession } from '#web/auth/auth-provider.tsx';
import type { OwnSession } from '#web/auth/identity.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { OwnDevice } from './own-device.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';
import { SessionList, translateBrowserName } from './session-list.tsx';

/** Lists the user's sessions and lets them sign out the others. */
export function Sessions() {
  const retryAfterSignIn = useRetryAfterSignIn();
  const { user } = useSession();
  const queryKey = ['sessions', user?.uid];
  const cache = useQueryClient();
  const [endingId, setEndingId] = useState<string>();
  const [done, setDone] = useState<string>();
  const { failure, attempt } = useFormAction();
  const sessionsQuery = useQuery({
    queryKey,
    queryFn: async () => (await (await loadIdentityClient()).sessions?.list()) ?? null,
    retry: false,
  });

  const ownSession = sessionsQuery.data?.find(({ current }) => current);

  /** `target` is a session's id, or ALL_OTHERS. */
  async function endSessions(target: string, message: string) {
    setDone(undefined);
    setEndingId(target);
    await attempt(async () => {
      const { sessions } = await loadIdentityClient();
      try {
        await retryAfterSignIn(async () =>
          target === ALL_OTHERS ? sessions?.endOthers() : sessions?.end(target),
        );
        setDone(message);
      } finally {
        await cache.invalidateQueries({ queryKey });
      }
    });
    setEndingId(undefined);
  }

  async function endOthers() {
    const isConfirmed = await confirmDialog({
      title: t`Sign out all other devices?`,
      text: t`Only this device stays signed in.`,
    });
    if (isConfirmed) await endSessions(ALL_OTHERS, t`You are signed out everywhere else.`);
  }

  return (
    <Section title={t`Where you are signed in`}>
      {!sessionsQuery.error && <p>{introduction(sessionsQuery.data)}</p>}
      <SectionLoading query={sessionsQuery} label={t`Loading your devices`} />
      {sessionsQuery.data && (
        <SessionList
          sessions={sessionsQuery.data}
          endingId={endingId}
          onEnd={(session) => void endSession(session)}
        />
      )}
      {ownSession && (
        <OwnDevice session={ownSession} onChanged={() => cache.invalidateQueries({ queryKey })} />
      )}
      <FormError text={failure} />
      {sessionsQuery.data && sessionsQuery.data.length > 2 && (
        <Button
          variant="outlined"
          className="justify-self-start"
          isBusy={endingId === ALL_OTHERS}
          onClick={() => void endOthers()}
        >
          <Trans>Sign out all other devices</Trans>
        </Button>
      )}
      <SectionDone text={done} />
    </Section>
  );

  function endSession(session: OwnSession) {
    const browser = translateBrowserName(session.browser);
    return endSessions(
      session.id,
      browser ? t`${browser} is signed out.` : t`The unknown device is signed out.`,
    );
  }
}

const ALL_OTHERS = 'all others';

/** `sessions` is null when the provider cannot list them. */
function introduction(sessions: OwnSession[] | null | undefined): string {
  if (sessions === null)
    return t`We cannot list your devices. To sign out all other devices, change your password.`;
  if (sessions?.length === 1) return t`You are signed in only on this device.`;
  return t`See one you don't recognize? Sign it out, then choose a new password.`;
}
