import { FirebaseError } from '@firebase/app';
import {
  type Auth,
  GoogleAuthProvider,
  linkWithPopup,
  OAuthProvider,
  type PopupRedirectResolver,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithPopup,
  type User,
  unlink,
} from '@firebase/auth';
import type { GooglePopup, GoogleResult } from './google-popup.ts';
import { decodeClaims } from './identity-call.ts';

const providerId = 'google.com';

/** Implements Google sign-in with the SDK, with a popup on our own origin in place of the vendor's. */
export function createGoogleApi(auth: Auth) {
  const requireUser = (): User => {
    if (!auth.currentUser) throw authError('no-current-user');
    return auth.currentUser;
  };
  return {
    signIn: async (popup: GooglePopup): Promise<User> =>
      (await signInWithPopup(auth, new PopupProvider(popup), PopupResolver)).user,
    finish: async (result: GoogleResult): Promise<User> =>
      (await signInWithCredential(auth, toCredential(result))).user,
    link: async (popup: GooglePopup): Promise<User> =>
      (await linkWithPopup(requireUser(), new PopupProvider(popup), PopupResolver)).user,
    // Use a credential: the SDK's popup method would create an account if the user chooses another Google
    // account.
    async reauthenticate(popup: GooglePopup): Promise<User> {
      const user = requireUser();
      const credential = toCredential(await popup.result);
      const linked = user.providerData.find((provider) => provider.providerId === providerId)?.uid;
      // The SDK would sign the user out for an unknown Google identity.
      if (decodeClaims(credential.idToken ?? '').sub !== linked) throw authError('user-mismatch');
      return (await reauthenticateWithCredential(user, credential)).user;
    },
    unlink: (): Promise<User> => unlink(requireUser(), providerId),
  };
}

function toCredential(result: GoogleResult) {
  if ('error' in result) throw authError(result.error);
  const { idToken, nonce: rawNonce } = result;
  return new OAuthProvider(providerId).credential({ idToken, rawNonce });
}

/** Passes the popup, which is already open, to the resolver. */
class PopupProvider extends GoogleAuthProvider {
  readonly popup: GooglePopup;

  constructor(popup: GooglePopup) {
    super();
    this.popup = popup;
  }
}

/** Private SDK interface of an event consumer, in the version that package.json pins. */
type AuthEventConsumer = {
  eventId: string | null;
  filter: string[];
  onAuthEvent(event: object): unknown;
  onError(error: Error): unknown;
};
type AuthWithConfig = Auth & { config: { apiScheme: string; apiHost: string; apiKey: string } };

class PopupResolver implements PopupRedirectResolver {
  readonly _shouldInitProactively = false;
  readonly #popups = new Map<string, GooglePopup>();
  readonly #consumers = new Set<AuthEventConsumer>();

  async _initialize() {
    return {
      registerConsumer: (consumer: AuthEventConsumer) => {
        this.#consumers.add(consumer);
        const popup = this.#popups.get(consumer.eventId ?? '');
        void popup?.result.then((result) => this.#notify(consumer, result));
      },
      unregisterConsumer: (consumer: AuthEventConsumer) => void this.#consumers.delete(consumer),
    };
  }

  async _openPopup(_auth: Auth, { popup }: PopupProvider, _type: string, eventId: string) {
    this.#popups.set(eventId, popup);
    const close = () => {
      this.#popups.delete(eventId);
      popup.close();
    };
    return { window: popup.window, associatedEvent: null, close };
  }

  async _originValidation({ config: { apiScheme, apiHost, apiKey } }: AuthWithConfig): Promise<void> {
    const request = fetch(`${apiScheme}://${apiHost}/v1/projects?key=${apiKey}`);
    const { authorizedDomains = [] } = await request
      .then((response) => response.json())
      .catch(() => {
        throw authError('network-request-failed');
      });
    if (!authorizedDomains.some(isOwnDomain)) throw authError('unauthorized-domain');
  }

  _isIframeWebStorageSupported(_auth: Auth, callback: (isSupported: boolean) => void): void {
    callback(hasWebStorage());
  }

  /** Sends the result to a consumer, unless the SDK removed the consumer because another popup was opened. */
  #notify(consumer: AuthEventConsumer, result: GoogleResult): void {
    if (!this.#consumers.has(consumer)) return;
    if ('error' in result) consumer.onError(authError(result.error));
    else {
      const { idToken: id_token, nonce } = result;
      const postBody = new URLSearchParams({ id_token, nonce, providerId }).toString();
      consumer.onAuthEvent({ type: consumer.filter[0], urlResponse: location.origin, postBody });
    }
  }
}

const isOwnDomain = (domain: string): boolean =>
  location.hostname === domain || location.hostname.endsWith(`.${domain}`);

function hasWebStorage(): boolean {
  try {
    return Boolean(window.indexedDB || window.localStorage || window.sessionStorage);
  } catch {
    return false;
  }
}

/** Converts an OAuth error to an SDK error. `access_denied` means that the user declined. */
function authError(error: string): FirebaseError {
  const code = error === 'access_denied' ? 'user-cancelled' : error.replaceAll('_', '-');
  return new FirebaseError(`auth/${code}`, `Firebase: Error (auth/${code}).`);
}
