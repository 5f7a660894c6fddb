import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { expect, test } from 'vitest';
import { fieldsOf } from '../http/fields.ts';
import type { PasskeyRow } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { algorithmNames, createAuthenticator, type Deviation } from '../testing/authenticator.ts';
import { verifyAssertion } from './assertion.ts';
import { signOneTimeToken } from './one-time-token.ts';

const publicUrl = 'http://localhost:3000';
const services = {
  site: { publicUrl },
  clock: () => 0,
  oneTimeTokenKey: Buffer.alloc(32),
} as unknown as Services;
const challenge = Buffer.from(signOneTimeToken(services, 'passkey-sign-in', {})).toString('base64url');
const expected = { expectedChallenge: challenge, expectedOrigin: publicUrl, expectedRPID: 'localhost' };

/**
 * Deviating assertions, all signed with the passkey. `flags` takes every combination of user present, user
 * verified, backup possible, backed up and an unused bit.
 */
const deviations: Deviation[] = [
  ...Array.from({ length: 32 }, (_, flags) => ({ flags })),
  ...[{ origin: 'https://localhost:3000' }, { rpId: 'local' }, { type: 'webauthn.create' }],
  ...[{ topOrigin: 'https://evil.example' }, { challenge: 'Y2hhbGxlbmdl' }, { counter: 7 }],
];
const parts = ['clientDataJSON', 'authenticatorData', 'signature'] as const;

const isAccepted = (verification: Promise<unknown>) => verification.then(Boolean, () => false);

for (const algorithm of algorithmNames)
  test(`${algorithm}: a sign-in is accepted exactly if @simplewebauthn/server accepts it`, async () => {
    const passkey = createAuthenticator({ algorithm });
    const handle = Buffer.from('account').toString('base64url');
    const created = passkey.create({ challenge, rp: { id: 'localhost' }, user: { id: handle } });
    const common = { rawId: passkey.id, type: 'public-key', clientExtensionResults: {} } as const;
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response: { ...created, ...common },
    });
    const { publicKey = new Uint8Array() } = registrationInfo?.credential ?? {};
    const public_key = Buffer.from(publicKey).toString('base64url');
    const row = { credential_id: passkey.id, public_key, account_id: 'account' } as PasskeyRow;

    const signed = deviations.map((deviation) => passkey.get({ challenge, rpId: 'localhost' }, deviation));
    const tampered = parts.map((part) => {
      const credential = passkey.get({ challenge, rpId: 'localhost' });
      const bytes = Buffer.from(credential.response[part], 'base64url');
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      return { ...credential, response: { ...credential.response, [part]: bytes.toString('base64url') } };
    });
    const verdicts = await Promise.all(
      [...signed, ...tampered].map(async (credential) => {
        const ofLibrary = verifyAuthenticationResponse({
          ...expected,
          response: { ...credential, ...common },
          credential: { id: passkey.id, publicKey, counter: 0 },
        });
        return {
          ours: await isAccepted(verifyAssertion(services, fieldsOf({ credential }), row)),
          library: await isAccepted(ofLibrary.then(({ verified }) => verified)),
        };
      }),
    );
    expect(verdicts.map(({ ours }) => ours)).toEqual(verdicts.map(({ library }) => library));
    // Flags 0x05, 0x0d and 0x1d, each with and without the unused 0x02, and the counter.
    expect(verdicts.filter(({ ours }) => ours)).toHaveLength(7);
  });
