import type { SiteLook } from '#platform/email-layout.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { CountText } from '#platform/security/text-limits.ts';
import type { Clock } from '#platform/time.ts';
import type { PasswordPolicy } from './accounts/password-policy.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { Google } from './google/google.ts';
import type { Fields } from './http/fields.ts';
import type { Language } from './http/language.ts';
import type { Limits } from './http/limits.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { Db, Trx } from './schema/tables.ts';

export type Settings = {
  /** Allows accounts without an email. */
  anonymous: boolean;
  /** Returns the same error for an unknown account and a wrong password. */
  emailPrivacy: boolean;
  /** Allows accounts with a password. */
  password: boolean;
  /** Whether text messages can be sent, for phone sign-in and for phone numbers as second factors. */
  textMessages: boolean;
  /**
   * Stricter than Firebase: longer passwords that are not common, and sign-in links that expire in ten
   * minutes.
   */
  strict: boolean;
  /** The lifetime of sessions that are not on the person's own device. */
  sessionLifetime: SessionLifetime;
};

/** In ms: `absoluteTimeoutMs` after the sign-in, `idleTimeoutMs` after the last use. */
export type SessionLifetime = { absoluteTimeoutMs: number; idleTimeoutMs: number };

/** Public identity of this provider. */
export type Site = {
  /** An origin, without a trailing slash. */
  publicUrl: string;
  apiKey: string;
  projectId: string;
  issuer: string;
  /** Host names that continue URLs may use. */
  authorizedDomains: string[];
};

/** Dependencies that the provider's calls share. */
export type Services = {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  keys: KeyRing;
  passwords: Passwords;
  passwordPolicy: PasswordPolicy;
  limits: Limits;
  countText: CountText;
  /** Returns the site's name: outside input, but one short line. `db` is the transaction, if there is one. */
  siteName: (db: Db, language: Language) => Promise<string>;
  /** Returns the mark and the colors of emails. `db` is the transaction, if there is one. */
  siteLook: (db: Db) => Promise<SiteLook>;
  google: Google;
  /**
   * Returns whether the account has a role at the site. If so, only a session with a second factor may
   * change its factors.
   */
  requiresSecondFactor: (db: Db, accountId: string) => Promise<boolean>;
  /** Ends the access that the site granted to these sessions. */
  onSessionsEnded: (trx: Trx, sessionIds: readonly string[]) => Promise<unknown>;
  settings: Settings;
  site: Site;
  /** HMAC key that derives the successor of a refresh token. */
  refreshKey: string;
  /** Encrypts the secrets of authenticator apps. */
  totpKey: Uint8Array;
  /** HMAC key of passkey challenges and custom tokens. */
  oneTimeTokenKey: Uint8Array;
  /** Encrypts the pending tokens of verified Google identities. */
  pendingTokenKey: Uint8Array;
};

/** One call: its fields, the client's network address, and its language. */
export type Call = { fields: Fields; address: string; language: Language };
