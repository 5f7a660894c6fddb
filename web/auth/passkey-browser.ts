import { siteConfig } from '#web/api/config.ts';
import { CanceledByUser } from '#web/browser/canceled-by-user.ts';

import { IdentityError } from './identity.ts';
import { providerMessage } from './provider-message.ts';

/** Whether passkeys can be suggested in the email field. */
export const canSuggestPasskeys = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/**
 * Whether this browser can use passkeys here: it has the JSON methods, and the address is not an IP address.
 */
export const canUsePasskeys = (): boolean =>
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function' &&
  !isIpAddress(location.hostname);

/** Whether the host is an IP address. In a host name, the part after the last dot is never a number. */
const isIpAddress = (host: string): boolean =>
  host.includes(':') || /^\d+$/.test(host.split('.').at(-1) ?? '');

/** Whether the device has a fingerprint reader, face recognition or screen lock. */
export const hasScreenLock = async (): Promise<boolean> =>
  canUsePasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();

/** False for the hosted provider, which has no passkeys. */
export const offersPasskeys = (): boolean => siteConfig().identity.provider === 'embedded';

/**
 * Requests a passkey with a challenge of our provider. The identity SDK is not needed. With `mediation:
 * 'conditional'` it waits until the user chooses a suggestion in the email field.
 * @throws CanceledByUser, IdentityError
 */
export async function requestPasskey(
  options: { mediation?: CredentialMediationRequirement; signal?: AbortSignal } = {},
): Promise<AuthenticationResponseJSON> {
  const { identity } = siteConfig();
  const url = `/identity/v1/accounts:startPasskeySignIn?key=${identity.apiKey}`;
  const response = await fetch(url, { method: 'POST' }).catch(() => undefined);
  if (!response?.ok) throw passkeyError('network-request-failed');
  const body: { options: PublicKeyCredentialRequestOptionsJSON } = await response.json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(body.options);
  return (await request(navigator.credentials.get({ publicKey, ...options }))) as AuthenticationResponseJSON;
}

/** Creates a passkey on this device, a phone or a security key. @throws CanceledByUser, IdentityError */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return (await request(navigator.credentials.create({ publicKey }))) as RegistrationResponseJSON;
}

/** Notifies the password manager that a passkey no longer exists, so that it stops suggesting it. */
export async function discardPasskey({ id: credentialId }: AuthenticationResponseJSON): Promise<void> {
  const rpId = location.hostname;
  await PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
}

export function readPasskeyUserId({
  response: { userHandle },
}: AuthenticationResponseJSON): string | undefined {
  return userHandle && atob(userHandle.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Waits for the user and returns the credential as JSON. */
async function request(pending: Promise<Credential | null>) {
  try {
    const credential = (await pending) as PublicKeyCredential | null;
    if (!credential) throw new CanceledByUser();
    return credential.toJSON();
  } catch (error) {
    throw error instanceof DOMException ? fromBrowserError(error) : error;
  }
}

/** Browsers report a canceled dialog, a timeout and a missing passkey as the same error, for privacy. */
function fromBrowserError({ name }: DOMException): Error {
  if (name === 'NotAllowedError' || name === 'AbortError') return new CanceledByUser();
  return passkeyError(name === 'InvalidStateError' ? 'passkey-exists' : 'passkey-not-supported');
}

const passkeyError = (code: string) => new IdentityError(code, providerMessage(code, ''));
