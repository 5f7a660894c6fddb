import type { Kysely, Transaction } from 'kysely';

export type Db = Kysely<IdentityTables>;
export type Trx = Transaction<IdentityTables>;

/**
 * The tables of the identity provider. Times are ms since 1970, and booleans are 0 or 1. `hash` is the
 * SHA-256 (base64url) of a secret that is not stored. An account has at most one row in `identity_email`,
 * `identity_phone` and `identity_google`, whose primary keys ensure a single owner.
 */
export type IdentityTables = {
  identity_account: AccountRow;
  identity_email: EmailRow;
  identity_phone: PhoneRow;
  identity_google: GoogleRow;
  identity_google_answer: UsedTokenRow;
  identity_passkey: PasskeyRow;
  identity_factor: FactorRow;
  identity_pending_sign_in: PendingSignInRow;
  identity_text_code: TextCodeRow;
  identity_totp_enrolment: TotpEnrollmentRow;
  identity_session: SessionRow;
  identity_refresh_token: RefreshTokenRow;
  identity_code: CodeRow;
  identity_signing_key: SigningKeyRow;
};

export type AccountRow = {
  /** `localId` in the protocol, `sub` in tokens. */
  id: string;
  display_name: string | null;
  photo_url: string | null;
  /** Argon2id in PHC string form. */
  password_hash: string | null;
  password_changed_at: number | null;
  disabled: number;
  /** 1: has signed in with an email link. */
  email_link: number;
  /**
   * 1: only an emailed code confirmed the address. A stranger may have added the other methods, so the next
   * proof removes them.
   */
  unproven: number;
  /** The first address, if it was changed. */
  initial_email: string | null;
  created_at: number;
  last_login_at: number;
};

/** `email` is in lower case. */
export type EmailRow = { email: string; account_id: string; verified: number };

/** `phone_number` is E.164. */
export type PhoneRow = { phone_number: string; account_id: string };

/** `subject` is the `sub` claim of Google's tokens. The other columns are the latest Google profile. */
export type GoogleRow = {
  subject: string;
  account_id: string;
  email: string | null;
  display_name: string | null;
  photo_url: string | null;
};

/** A used Google callback, passkey challenge or custom token, stored to prevent a second use. */
export type UsedTokenRow = { hash: string; expires_at: number };

export type PasskeyRow = {
  /** base64url. */
  credential_id: string;
  /** Names the passkey in the API and in sessions. */
  id: string;
  account_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Number of signatures so far, or 0 for synced passkeys, which do not count. */
  counter: number;
  name: string | null;
  created_at: number;
  last_used_at: number | null;
};

export type FactorKind = 'phone' | 'totp' | 'passkey';

/** A second factor. */
export type FactorRow = {
  /** `mfaEnrollmentId` in the protocol. */
  id: string;
  account_id: string;
  kind: FactorKind;
  display_name: string | null;
  phone_number: string | null;
  /** Encrypted. */
  totp_secret: string | null;
  /** Time step (30 s) of the last used code. Codes of this and earlier steps are rejected. */
  last_totp_step: number | null;
  enrolled_at: number;
};

/** A one-time secret with a limited number of attempts (`tries`). Deleted when used. */
export type OneTime = { hash: string; tries: number; expires_at: number };

/** A sign-in that still needs its second factor (`mfaPendingCredential` in the protocol). */
export type PendingSignInRow = OneTime & { account_id: string; sign_in_provider: string };

/** `proof`: the number is verified and belongs to another account than the caller's. */
export type TextCodePurpose = 'sign-in' | 'enrolment' | 'second-factor' | 'proof';

/** A code sent by text message (`sessionInfo` in the protocol). */
export type TextCodeRow = OneTime & {
  purpose: TextCodePurpose;
  phone_number: string;
  /**
   * Hash of code and session: six digits alone could be guessed. Null for a verified number
   * (`temporaryProof`).
   */
  code_hash: string | null;
  account_id: string | null;
  /** The pending sign-in and the factor that the code belongs to. */
  pending_hash: string | null;
  factor_id: string | null;
};

/** A pending enrollment of an authenticator app (`sessionInfo` in the protocol). The secret is encrypted. */
export type TotpEnrollmentRow = OneTime & { account_id: string; totp_secret: string };

/** One row per sign-in. `id` is `sid` in tokens. */
export type SessionRow = {
  id: string;
  account_id: string;
  sign_in_provider: string;
  /** The last factor or passkey that was used or added in the session. */
  second_factor: FactorKind | null;
  second_factor_id: string | null;
  /** Time of the last authentication. */
  auth_time: number;
  last_used_at: number;
  ended_at: number | null;
  /** Browser that started the session, according to the User-Agent: `Firefox on Windows`. */
  browser: string | null;
  /** The passkey that started the session, or the first that was added in it. */
  passkey_id: string | null;
  /** 1: the person marked the device as their own. */
  own_device: number;
  /** 1: an emailed link started or continued the session. */
  email_link: number;
};

/**
 * Each session has one chain of tokens. A token stays valid until a minute after its successor was first
 * used.
 */
export type RefreshTokenRow = {
  hash: string;
  session_id: string;
  predecessor: string | null;
  created_at: number;
  /** Time of the first use of this token's successor. */
  superseded_at: number | null;
};

export type CodePurpose =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'
  | 'REVERT_SECOND_FACTOR_ADDITION';

/** An emailed one-time code. Deleted when used. */
export type CodeRow = {
  hash: string;
  purpose: CodePurpose;
  /** Null for sign-in links, whose account is looked up when they are opened, and for decoys. */
  account_id: string | null;
  email: string;
  new_email: string | null;
  /** The second factor or passkey that the code removes. */
  factor_id: string | null;
  /**
   * RECOVER_EMAIL: whether the address and the sign-in methods were proven when the address was changed.
   * REVERT_SECOND_FACTOR_ADDITION: whether the account already had a factor or passkey.
   */
  owner_proven: number | null;
  expires_at: number;
};

/** A generation of signing keys. The private keys are stored as encrypted secrets. */
export type SigningKeyRow = { generation: number; created_at: number };
