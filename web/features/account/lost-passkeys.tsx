import { Trans } from '@lingui/react/macro';
import { useQuery } from '#web/api/queries.ts';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import '#web/components/choices.css';
import { passkeyDates, passkeyName } from './passkey-name.ts';

type Props = {
  /** The code of a password reset. */
  code: string;
  /** Ids of the passkeys that the user marked. */
  lost: string[];
  onChange: (lost: string[]) => void;
};

/** Asks which passkeys were on lost devices. Renders nothing for an account without passkeys. */
export function LostPasskeys({ code, lost, onChange }: Props) {
  const { data: passkeys } = useQuery({
    queryKey: ['lost-passkeys', code],
    queryFn: async () => (await (await loadIdentityClient()).passkeys?.listForReset(code)) ?? [],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { public: true },
  });
  if (!passkeys?.length) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">
        <Trans>Lost a device, or see a passkey you don't recognize? Remove it:</Trans>
      </legend>
      {passkeys.map((passkey) => (
        <label key={passkey.id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="bb-choice"
            checked={lost.includes(passkey.id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...lost, passkey.id] : lost.filter((id) => id !== passkey.id))
            }
          />
          <span className="grid">
            {passkeyName(passkey)}
            <span className="bb-hint">{passkeyDates(passkey)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
