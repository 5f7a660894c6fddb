import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { loadIdentityClient, useSession } from '#web/auth/auth-provider.tsx';
import type { OwnSession } from '#web/auth/identity.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';
import { Section, SectionDone, SectionLoading } from './section.tsx';
import { browserName, SessionList } from './session-list.tsx';

/** The account page's part about where somebody is signed in, and signing out there. */
export function Sessions() {
  const recently = useRetryAfterSignIn();
  const { user } = useSession();
  const queryKey = ['sessions', user?.uid];
  const cache = useQueryClient();
  const [ending, setEnding] = useState<string>();
  const [done, setDone] = useState<string>();
  const { failure, attempt } = useFormAction();
  const kept = useQuery({
    queryKey,
    queryFn: async () => (await (await loadIdentityClient()).sessions?.list()) ?? null,
    retry: false,
  });

  /** `what`: the id of one, or all others. */
  async function end(what: string, message: string) {
    setDone(undefined);
    setEnding(what);
    await attempt(async () => {
      const { sessions } = await loadIdentityClient();
      try {
        await recently(async () => (what === allOthers ? sessions?.endOthers() : sessions?.end(what)));
        setDone(message);
      } finally {
        await cache.invalidateQueries({ queryKey });
      }
    });
    setEnding(undefined);
  }

  async function endOthers() {
    const sure = await confirmDialog({
      title: t`Sign out all others?`,
      text: t`Only this browser stays signed in.`,
    });
    if (sure) await end(allOthers, t`You are signed out everywhere else.`);
  }

  return (
    <Section title={t`Where you are signed in`}>
      {!kept.error && <p>{introduction(kept.data)}</p>}
      <SectionLoading query={kept} label={t`Loading your sessions`} />
      {kept.data && <SessionList sessions={kept.data} ending={ending} onEnd={(one) => void endOne(one)} />}
      <FormError text={failure} />
      {kept.data && kept.data.length > 2 && (
        <Button
          look="quiet"
          className="justify-self-start"
          busy={ending === allOthers}
          onClick={() => void endOthers()}
        >
          <Trans>Sign out all others</Trans>
        </Button>
      )}
      <SectionDone text={done} />
    </Section>
  );

  function endOne(session: OwnSession) {
    const browser = browserName(session);
    return end(session.id, browser ? t`${browser} is signed out.` : t`The unknown browser is signed out.`);
  }
}

const allOthers = 'all others';

/** Null: the provider lists none. */
function introduction(sessions: OwnSession[] | null | undefined): string {
  if (sessions === null)
    return t`The sign-in service of this site does not list your devices. A new password signs out all of them but this one.`;
  if (sessions?.length === 1) return t`Only on this device.`;
  return t`See one you don't recognize? Sign it out, then choose a new password.`;
}
