import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { loadIdentityClient, useSession, verifyEmail } from '#web/auth/auth-provider.tsx';
import { ActionButton } from '#web/components/action-form.tsx';
import { Button } from '#web/components/button.tsx';
import { AddAuthenticatorApp } from './add-authenticator-app.tsx';
import { AddPhone } from './add-phone.tsx';
import { FactorList } from './factor-list.tsx';
import { Section, SectionDone, SectionLoading } from './section.tsx';

/** The account page's part about two-step sign-in: what there is, adding an app or a phone, removing. */
export function TwoStepVerification() {
  const { user } = useSession();
  const queryKey = ['second-factors', user?.uid];
  const cache = useQueryClient();
  const [adding, setAdding] = useState<'app' | 'phone'>();
  const [done, setDone] = useState<string>();
  const kept = useQuery({
    queryKey,
    queryFn: async () => (await loadIdentityClient()).factors.read(),
    retry: false,
  });

  async function changed(message: string) {
    await cache.invalidateQueries({ queryKey });
    setAdding(undefined);
    setDone(message);
  }

  function add(kind: 'app' | 'phone') {
    setDone(undefined);
    setAdding(kind);
  }

  const Adding = adding === 'app' ? AddAuthenticatorApp : AddPhone;
  return (
    <Section title={t`Two-step verification`}>
      <p>
        <Trans>
          Protects your account even if someone learns your password: sign-in also asks for a code from an app
          or a text message.
        </Trans>
      </p>
      <SectionLoading query={kept} label={t`Loading your verification methods`} />
      {kept.data && (
        <FactorList
          factors={kept.data.factors}
          onRemoved={() => void changed(t`Verification method removed. All other devices are signed out.`)}
        />
      )}
      {kept.data && !kept.data.emailVerified && <ConfirmEmailFirst email={user?.email ?? ''} />}
      {kept.data?.emailVerified && !adding && (
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => add('app')}>
            <Trans>Add an authenticator app</Trans>
          </Button>
          {kept.data.phones && (
            <Button look="quiet" onClick={() => add('phone')}>
              <Trans>Add a phone number</Trans>
            </Button>
          )}
        </div>
      )}
      {adding && (
        <Adding
          onDone={() => void changed(t`Two-step verification is on. All other devices are signed out.`)}
          onCancel={() => setAdding(undefined)}
        />
      )}
      <SectionDone text={done} />
    </Section>
  );
}

/** A second step needs an address at which its owner is told of changes. */
function ConfirmEmailFirst({ email }: { email: string }) {
  const [sent, setSent] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">
        {sent
          ? t`We sent a link to ${email}. Open it, then come back to this page.`
          : t`Confirm your email address (${email}) first. We use it to tell you about changes.`}
      </p>
      {!sent && (
        <ActionButton look="quiet" act={() => verifyEmail().then(() => setSent(true))}>
          <Trans>Send me the link</Trans>
        </ActionButton>
      )}
    </div>
  );
}
