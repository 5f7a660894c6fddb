import type { Outbox } from '#platform/jobs/outbox.ts';
import type { Clock } from '#platform/time.ts';
import type { NewPasswords } from './accounts/new-passwords.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { Google } from './google/google.ts';
import type { Fields } from './http/fields.ts';
import type { Language } from './http/language.ts';
import type { Limits } from './http/limits.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { Db } from './schema/tables.ts';

export type Settings = {
  /** Accounts without an email. */
  anonymous: boolean;
  /** One answer for an unknown account and a wrong password. */
  emailPrivacy: boolean;
  /** Password accounts at all. */
  password: boolean;
  /** Text messages can be sent: phone sign-in, and phone numbers as second factors. */
  textMessages: boolean;
  /** What is stricter than Firebase: longer passwords that are not often used, sign-in links for ten minutes. */
  strict: boolean;
  /** So many ms after its owner last signed in a session is over; sooner when nobody has used it for `rest`. */
  sessionLife: { longest: number; rest: number };
};

/** How this provider is known outside. */
export type Site = {
  publicUrl: string;
  apiKey: string;
  projectId: string;
  issuer: string;
  /** Host names that links may lead back to. */
  authorizedDomains: string[];
};

/** What the rules of this provider stand on. */
export type Services = {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  keys: KeyRing;
  passwords: Passwords;
  newPasswords: NewPasswords;
  limits: Limits;
  google: Google;
  settings: Settings;
  site: Site;
  /** From which the successor of a refresh token is made. */
  refreshKey: string;
  /** Under which the secrets of authenticator apps rest. */
  totpKey: Uint8Array;
  /** Under which a checked Google identity is handed out, to be brought back. */
  pendingTokenKey: Uint8Array;
};

/** One call: what was sent, from which network address, and the language of whoever sent it. */
export type Call = { fields: Fields; address: string; language: Language };
