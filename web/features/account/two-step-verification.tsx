import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { loadIdentityClient, useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { AddAuthenticatorApp } from './add-authenticator-app.tsx';
import { AddPhone } from './add-phone.tsx';
import { FactorList } from './factor-list.tsx';

type Props = {
  /** Replaces the usual text: why a second step is required and how to add it. */
  reason?: string;
  onChanged?: () => Promise<unknown>;
  /** Buttons before those that add a method. */
  children?: ReactNode;
};

/** Lists the user's verification methods and lets them add and remove apps and phone numbers. */
export function TwoStepVerification({ reason, onChanged, children }: Props) {
  const { user } = useSession();
  const queryKey = ['mfa-factors', user?.uid];
  const cache = useQueryClient();
  const [adding, setAdding] = useState<'app' | 'phone'>();
  const [done, setDone] = useState<string>();
  const methods = useQuery({
    queryKey,
    queryFn: async () => (await loadIdentityClient()).factors.read(),
    retry: false,
  });

  async function onMethodsChanged(message: string) {
    await cache.invalidateQueries({ queryKey });
    setAdding(undefined);
    setDone(message);
    await onChanged?.();
  }

  function startAdding(kind: 'app' | 'phone') {
    setDone(undefined);
    setAdding(kind);
  }

  const AddMethod = adding === 'app' ? AddAuthenticatorApp : AddPhone;
  return (
    <Section title={t`Two-step verification`}>
      <p>
        {reason ?? (
          <Trans>
            When you sign in, you also enter a code from an app or a text message. This protects your account
            even if someone learns your password.
          </Trans>
        )}
      </p>
      <SectionLoading query={methods} label={t`Loading your verification methods`} />
      {methods.data && (
        <FactorList
          factors={methods.data.factors}
          onRemoved={() =>
            void onMethodsChanged(t`Verification method removed. All other devices are signed out.`)
          }
        />
      )}
      {methods.data && !methods.data.emailVerified && (
        <p className="bb-hint">
          <Trans>Confirm your email address first. We use it to tell you about changes.</Trans>
        </p>
      )}
      {methods.data?.emailVerified && !adding && (
        <div className="flex flex-wrap gap-3">
          {children}
          <Button variant="outlined" onClick={() => startAdding('app')}>
            <Trans>Add an authenticator app</Trans>
          </Button>
          {methods.data.phones && (
            <Button variant="outlined" onClick={() => startAdding('phone')}>
              <Trans>Add a phone number</Trans>
            </Button>
          )}
        </div>
      )}
      {adding && (
        <AddMethod
          onDone={() =>
            void onMethodsChanged(t`Two-step verification is on. All other devices are signed out.`)
          }
          onCancel={() => setAdding(undefined)}
        />
      )}
      <SectionDone text={done} />
    </Section>
  );
}
