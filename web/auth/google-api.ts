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

/** Google by the SDK, with a window of our own origin in place of the vendor's. */
export function googleApi(auth: Auth) {
  const current = (): User => {
    if (!auth.currentUser) throw failure('no-current-user');
    return auth.currentUser;
  };
  return {
    signIn: async (popup: GooglePopup): Promise<User> =>
      (await signInWithPopup(auth, new OpenedGoogle(popup), OwnWindow)).user,
    finish: async (answer: GoogleResult): Promise<User> =>
      (await signInWithCredential(auth, credentialOf(answer))).user,
    link: async (popup: GooglePopup): Promise<User> =>
      (await linkWithPopup(current(), new OpenedGoogle(popup), OwnWindow)).user,
    // By credential: by popup the SDK lets the provider make an account for whoever is chosen in the window.
    async reauthenticate(popup: GooglePopup): Promise<User> {
      const user = current();
      const credential = credentialOf(await popup.answer);
      const linked = user.providerData.find((provider) => provider.providerId === providerId)?.uid;
      // Asked about an identity that nobody has, the SDK would sign the person out.
      if (decodeClaims(credential.idToken ?? '').sub !== linked) throw failure('user-mismatch');
      return (await reauthenticateWithCredential(user, credential)).user;
    },
    unlink: (): Promise<User> => unlink(current(), providerId),
  };
}

function credentialOf(answer: GoogleResult) {
  if ('error' in answer) throw failure(answer.error);
  const { idToken, nonce: rawNonce } = answer;
  return new OAuthProvider(providerId).credential({ idToken, rawNonce });
}

/** Carries the window, which stands open already, to the resolver. */
class OpenedGoogle extends GoogleAuthProvider {
  readonly popup: GooglePopup;

  constructor(popup: GooglePopup) {
    super();
    this.popup = popup;
  }
}

/** The SDK's own interface for what waits for a window, as of the version that package.json pins. */
type Waiting = {
  eventId: string | null;
  filter: string[];
  onAuthEvent(event: object): unknown;
  onError(error: Error): unknown;
};
type Configured = Auth & { config: { apiScheme: string; apiHost: string; apiKey: string } };

class OwnWindow implements PopupRedirectResolver {
  readonly _shouldInitProactively = false;
  readonly #popups = new Map<string, GooglePopup>();
  readonly #waiting = new Set<Waiting>();

  async _initialize() {
    return {
      registerConsumer: (waiting: Waiting) => {
        this.#waiting.add(waiting);
        const popup = this.#popups.get(waiting.eventId ?? '');
        void popup?.answer.then((answer) => this.#tell(waiting, answer));
      },
      unregisterConsumer: (waiting: Waiting) => void this.#waiting.delete(waiting),
    };
  }

  async _openPopup(_auth: Auth, { popup }: OpenedGoogle, _type: string, eventId: string) {
    this.#popups.set(eventId, popup);
    const close = () => {
      this.#popups.delete(eventId);
      popup.close();
    };
    return { window: popup.window, associatedEvent: null, close };
  }

  async _originValidation({ config: { apiScheme, apiHost, apiKey } }: Configured): Promise<void> {
    const asked = fetch(`${apiScheme}://${apiHost}/v1/projects?key=${apiKey}`);
    const { authorizedDomains = [] } = await asked
      .then((answer) => answer.json())
      .catch(() => {
        throw failure('network-request-failed');
      });
    if (!authorizedDomains.some(isOurs)) throw failure('unauthorized-domain');
  }

  _isIframeWebStorageSupported(_auth: Auth, tell: (supported: boolean) => void): void {
    tell(keepsSessions());
  }

  /** Nobody waits any more once another window was asked for. */
  #tell(waiting: Waiting, answer: GoogleResult): void {
    if (!this.#waiting.has(waiting)) return;
    if ('error' in answer) waiting.onError(failure(answer.error));
    else {
      const { idToken: id_token, nonce } = answer;
      const postBody = new URLSearchParams({ id_token, nonce, providerId }).toString();
      waiting.onAuthEvent({ type: waiting.filter[0], urlResponse: location.origin, postBody });
    }
  }
}

const isOurs = (domain: string): boolean =>
  location.hostname === domain || location.hostname.endsWith(`.${domain}`);

function keepsSessions(): boolean {
  try {
    return Boolean(window.indexedDB || window.localStorage || window.sessionStorage);
  } catch {
    return false;
  }
}

/** `access_denied` is how OpenID says that the person said no; all other words become codes as they are. */
function failure(word: string): FirebaseError {
  const code = word === 'access_denied' ? 'user-cancelled' : word.replaceAll('_', '-');
  return new FirebaseError(`auth/${code}`, `Firebase: Error (auth/${code}).`);
}
