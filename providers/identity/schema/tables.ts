import type { Kysely, Transaction } from 'kysely';

export type Db = Kysely<IdentityTables>;
export type Trx = Transaction<IdentityTables>;

/**
 * The identity provider's tables. Instants are ms since 1970, booleans 0 or 1, each `hash` is the SHA-256 (base64url) of
 * a secret that is stored nowhere. Of `identity_email`, `identity_phone` and `identity_google` an account has at most one
 * row; the primary key decides who owns an address, a number or an identity.
 */
export type IdentityTables = {
  identity_account: AccountTable;
  identity_email: EmailTable;
  identity_phone: PhoneTable;
  identity_google: GoogleTable;
  identity_google_answer: GoogleAnswerTable;
  identity_factor: FactorTable;
  identity_pending_sign_in: PendingSignInTable;
  identity_text_code: TextCodeTable;
  identity_totp_enrolment: TotpEnrollmentTable;
  identity_session: SessionTable;
  identity_refresh_token: RefreshTokenTable;
  identity_code: CodeTable;
  identity_signing_key: SigningKeyTable;
};

export type AccountTable = {
  /** `localId` of the protocol, `sub` of the tokens. */
  id: string;
  display_name: string | null;
  photo_url: string | null;
  /** Argon2id in PHC string form. */
  password_hash: string | null;
  password_changed_at: number | null;
  disabled: number;
  /** 1: has signed in by a mailed link. */
  email_link: number;
  /** 1: confirmed by a mailed code alone, so the other sign-in methods may be a stranger's; the next proof removes them. */
  unproven: number;
  created_at: number;
  last_login_at: number;
};

/** `email` is in lower case. */
export type EmailTable = { email: string; account_id: string; verified: number };

/** `phone_number` is E.164. */
export type PhoneTable = { phone_number: string; account_id: string };

/** `subject` is `sub` of Google's tokens; the rest is what Google last said of the person. */
export type GoogleTable = {
  subject: string;
  account_id: string;
  email: string | null;
  display_name: string | null;
  photo_url: string | null;
};

/** A response of Google's that was used: none is used twice. `hash` is that of the attempt's state. */
export type GoogleAnswerTable = { hash: string; expires_at: number };

export type FactorKind = 'phone' | 'totp';

/** A second factor. */
export type FactorTable = {
  /** `mfaEnrollmentId` of the protocol. */
  id: string;
  account_id: string;
  kind: FactorKind;
  display_name: string | null;
  phone_number: string | null;
  /** Encrypted. */
  totp_secret: string | null;
  /** The 30 s step of the last code used: none is accepted twice. */
  last_totp_step: number | null;
  enrolled_at: number;
};

/** A secret that works once and for a limited number of codes (`tries`, right or wrong). Used ones are deleted. */
type OneTime = { hash: string; tries: number; expires_at: number };

/** A sign-in that still needs its second factor (`mfaPendingCredential` of the protocol). */
export type PendingSignInTable = OneTime & { account_id: string; sign_in_provider: string };

/** A code sent by text message (`sessionInfo` of the protocol). */
export type TextCodeTable = OneTime & {
  purpose: string;
  phone_number: string;
  /** Over code and session, since six digits alone are soon guessed. Null for a number already proven (`temporaryProof`). */
  code_hash: string | null;
  account_id: string | null;
  /** The pending sign-in that the text is for, and the factor that it proves. */
  pending_hash: string | null;
  factor_id: string | null;
};

/** An authenticator app about to be added (`sessionInfo` of the protocol); the secret is encrypted. */
export type TotpEnrollmentTable = OneTime & { account_id: string; totp_secret: string };

/** One row a sign-in (`sid` of the tokens). Rows of removed accounts stay until they are swept. */
export type SessionTable = {
  id: string;
  account_id: string;
  sign_in_provider: string;
  second_factor: FactorKind | null;
  second_factor_id: string | null;
  /** When its owner last proved who they are. */
  auth_time: number;
  last_used_at: number;
  ended_at: number | null;
  /** The browser that it began in, according to its User-Agent: `Firefox on Windows`. */
  browser: string | null;
};

/** One chain for each session. A token whose successor was used works for a minute more. */
export type RefreshTokenTable = {
  hash: string;
  session_id: string;
  predecessor: string | null;
  created_at: number;
  /** When its successor was first used. */
  superseded_at: number | null;
};

/** What a mailed link may do, once. Used ones are deleted. */
export type CodeTable = {
  hash: string;
  purpose: string;
  /** Null for a sign-in link to an address without an account. */
  account_id: string | null;
  email: string;
  new_email: string | null;
  /** The second factor that it removes. */
  factor_id: string | null;
  /** RECOVER_EMAIL: whether the address and the sign-in methods were proven when the address was changed. */
  owner_proven: number | null;
  expires_at: number;
};

/** The private keys themselves are encrypted secrets; a row says only that a generation exists. */
export type SigningKeyTable = { generation: number; created_at: number };
