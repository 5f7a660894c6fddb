import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import type { Factor } from '#web/session/second-factors.ts';
import { openIdentity, useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AddApp } from './add-app.tsx';
import { AddPhone } from './add-phone.tsx';
import { ConfirmEmailFirst } from './confirm-email-first.tsx';
import { FactorList } from './factor-list.tsx';
import { NotFetched } from './not-fetched.tsx';
import { Section } from './section.tsx';

type Props = {
  /** Mails the person a link that confirms their address. */
  confirmEmail: () => Promise<void>;
  /** Asks the person to sign in again; false when they would rather not. */
  signInAgain: () => Promise<boolean>;
};

/** The account page's part about two-step sign-in: what there is, adding an app or a phone, removing. */
export function SecondFactor({ confirmEmail, signInAgain }: Props) {
  const { user } = useSession();
  const queryKey = ['second-factors', user?.uid];
  const cache = useQueryClient();
  const [adding, setAdding] = useState<'app' | 'phone'>();
  const [done, setDone] = useState<string>();
  const kept = useQuery({
    queryKey,
    queryFn: async () => (await openIdentity()).factors.read(),
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

  const Adding = adding === 'app' ? AddApp : AddPhone;
  return (
    <Section title={t`Two-step sign-in`}>
      <p>
        <Trans>
          Whoever learns your password still cannot sign in: the site then also asks for a code from an app or
          a text message.
        </Trans>
      </p>
      {kept.isPending && <Spinner label={t`Looking up your second steps`} />}
      {kept.error && <NotFetched why={kept.error.message} again={kept.refetch} />}
      {kept.data && (
        <Kept
          factors={kept.data.factors}
          phones={kept.data.phones}
          email={kept.data.emailVerified ? undefined : user?.email}
          confirmEmail={confirmEmail}
          signInAgain={signInAgain}
          onAdd={adding ? undefined : add}
          onRemoved={() => void changed(t`The second step is removed. Every other device is signed out.`)}
        />
      )}
      {adding && (
        <Adding
          signInAgain={signInAgain}
          onDone={() => void changed(t`Two-step sign-in is on. Every other device is signed out.`)}
          onCancel={() => setAdding(undefined)}
        />
      )}
      <p role="status">
        {done && (
          <span ref={focusOnMount} tabIndex={-1}>
            {done}
          </span>
        )}
      </p>
    </Section>
  );
}

type KeptProps = Props & {
  factors: Factor[];
  phones: boolean;
  /** The address, while it is not confirmed. */
  email: string | undefined;
  onAdd: ((kind: 'app' | 'phone') => void) | undefined;
  onRemoved: () => void;
};

function Kept({ factors, phones, email, confirmEmail, signInAgain, onAdd, onRemoved }: KeptProps) {
  return (
    <>
      <FactorList factors={factors} signInAgain={signInAgain} onRemoved={onRemoved} />
      {email !== undefined && <ConfirmEmailFirst email={email} confirmEmail={confirmEmail} />}
      {email === undefined && onAdd && (
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => onAdd('app')}>
            <Trans>Add an authenticator app</Trans>
          </Button>
          {phones && (
            <Button look="quiet" onClick={() => onAdd('phone')}>
              <Trans>Add a phone number</Trans>
            </Button>
          )}
        </div>
      )}
    </>
  );
}
