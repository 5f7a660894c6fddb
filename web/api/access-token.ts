/** Local storage key of the product server's access token. */
export const accessTokenKey = 'accessJwtToken';

export type AccessToken = {
  read(): string | null;
  store(token: string): void;
  clear(): void;
};

let inMemory: string | null = null;

/** Access token in local storage, or in memory until the page closes if storage is full or blocked. */
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
      // Storage is full or blocked. An old token in it must not take precedence over this one.
      accessToken.clear();
      inMemory = token;
    }
  },
  clear() {
    inMemory = null;
    try {
      localStorage.removeItem(accessTokenKey);
    } catch {
      // Storage is blocked, so nothing was stored.
    }
  },
};

/** Handles 401 and 403 responses. The session registers its interceptor when it starts. */
export type AuthInterceptor = {
  /** Returns the current session. */
  read(): { user?: { uid: string } | undefined; isSignedOutByUser: boolean };
  /**
   * Handles a 401 for this access token. Returns true if another token is stored and the call can be
   * repeated.
   */
  renewAccess(rejectedToken: string | null): Promise<boolean>;
  /** Handles a 403 for this access token. Returns true if the call can be repeated with another token. */
  onForbidden(rejectedToken: string | null): Promise<boolean>;
};

let current: AuthInterceptor = {
  read: () => ({ isSignedOutByUser: false }),
  renewAccess: async () => false,
  onForbidden: async () => false,
};

export const authInterceptor: AuthInterceptor = {
  read: () => current.read(),
  renewAccess: (rejectedToken) => current.renewAccess(rejectedToken),
  onForbidden: (rejectedToken) => current.onForbidden(rejectedToken),
};

export function setAuthInterceptor(interceptor: AuthInterceptor): void {
  current = interceptor;
}
