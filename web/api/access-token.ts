/** The browser keeps the product's access token in local storage under this key. */
export const accessTokenKey = 'accessJwtToken';

export type AccessToken = {
  read(): string | null;
  store(token: string): void;
  clear(): void;
};

let inMemory: string | null = null;

/** Local storage under `accessJwtToken`; where a browser forbids storage, memory until the page is closed. */
export const accessToken: AccessToken = {
  read() {
    try {
      return localStorage.getItem(accessTokenKey) ?? inMemory;
    } catch {
      return inMemory;
    }
  },
  store(token) {
    try {
      localStorage.setItem(accessTokenKey, token);
      inMemory = null;
    } catch {
      // The store is full or forbidden; an older token in it must not stand before this one.
      accessToken.clear();
      inMemory = token;
    }
  },
  clear() {
    inMemory = null;
    try {
      localStorage.removeItem(accessTokenKey);
    } catch {
      // Nothing was stored where storage is forbidden.
    }
  },
};

/** Who looks after the access token when a call is refused. The session takes this part when it starts. */
export type AuthInterceptor = {
  /** The call sent with this token was answered 401. True when another token stands ready for a second try. */
  renew(sent: string | null): Promise<boolean>;
  /** The call sent with this token was answered 403. */
  refuse(sent: string | null): void;
};

const nobody: AuthInterceptor = { renew: async () => false, refuse: () => {} };
let current = nobody;

export const authInterceptor: AuthInterceptor = {
  renew: (sent) => current.renew(sent),
  refuse: (sent) => current.refuse(sent),
};

export function setAuthInterceptor(keeper: AuthInterceptor): void {
  current = keeper;
}
