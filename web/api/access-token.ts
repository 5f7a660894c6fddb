/** The browser keeps the product's access token in local storage under this key. */
export const accessTokenKey = 'accessJwtToken';

/** Where the product's access token is kept. */
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
