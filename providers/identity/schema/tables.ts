/** The identity provider's tables. Instants are ms since 1970, booleans 0 or 1. */
export type AccountTable = {
  /** `localId` of the protocol, `sub` of the tokens. */
  id: string;
  display_name: string | null;
  photo_url: string | null;
  /** Argon2id in PHC string form. */
  password_hash: string | null;
  password_changed_at: number | null;
  disabled: number;
  /** Signed in by a mailed link once: the address may sign in so again. */
  email_link: number;
  /**
   * 1: the address was confirmed by a mailed code alone, so the password and the other sign-in methods may belong to
   * somebody else. The next proof by email (a sign-in link, a reset) removes them.
   */
  unproven: number;
  created_at: number;
  last_login_at: number;
};

/** Who owns an address: its primary key decides. At most one row an account. In lower case. */
export type EmailTable = { email: string; account_id: string; verified: number };

/** Who owns a phone number (E.164): its primary key decides. At most one row an account. */
export type PhoneTable = { phone_number: string; account_id: string };

/** Who owns a Google identity, and what Google last said of it. At most one row an account. */
export type GoogleTable = {
  /** `sub` of Google's tokens. */
  subject: string;
  account_id: string;
  email: string | null;
  display_name: string | null;
  photo_url: string | null;
};

/** An answer of Google's that was taken: none is taken twice. */
export type GoogleAnswerTable = {
  /** SHA-256 of the attempt's state, base64url. */
  hash: string;
  expires_at: number;
};

export type FactorKind = 'phone' | 'totp';

/** What an account asks for beside the first factor. */
export type FactorTable = {
  /** `mfaEnrollmentId` of the protocol. */
  id: string;
  account_id: string;
  kind: FactorKind;
  display_name: string | null;
  phone_number: string | null;
  /** Encrypted. */
  totp_secret: string | null;
  /** The 30 s step of the last code used: none is taken twice. */
  last_totp_step: number | null;
  enrolled_at: number;
};

/** A first factor proven, the second still owed (`mfaPendingCredential` of the protocol). Used ones are deleted. */
export type PendingSignInTable = {
  /** SHA-256 of the credential, base64url. */
  hash: string;
  account_id: string;
  sign_in_provider: string;
  /** Codes tried so far, right or wrong. */
  tries: number;
  expires_at: number;
};

/** A code sent by text message (`sessionInfo` of the protocol). Used ones are deleted. */
export type TextCodeTable = {
  /** SHA-256 of what the browser was given, base64url. */
  hash: string;
  purpose: string;
  phone_number: string;
  /** SHA-256 over code and session: six digits alone are soon guessed. None where the number is proven already (`temporaryProof`). */
  code_hash: string | null;
  /** Whose second factor it is about. */
  account_id: string | null;
  /** The half begun sign-in that the text is for, and the factor that it proves. */
  pending_hash: string | null;
  factor_id: string | null;
  /** Codes tried so far, right or wrong. */
  tries: number;
  expires_at: number;
};

/** An authenticator app about to be added (`sessionInfo` of the protocol). Used ones are deleted. */
export type TotpEnrolmentTable = {
  /** SHA-256 of what the browser was given, base64url. */
  hash: string;
  account_id: string;
  /** Encrypted. */
  totp_secret: string;
  tries: number;
  expires_at: number;
};

/** One row a sign-in (`sid` of the tokens). Rows of removed accounts stay until they are swept. */
export type SessionTable = {
  id: string;
  account_id: string;
  sign_in_provider: string;
  second_factor: FactorKind | null;
  /** Which of the account's factors it was. */
  second_factor_id: string | null;
  /** When its owner last proved who they are. */
  auth_time: number;
  last_used_at: number;
  ended_at: number | null;
  /** The kind of browser that it began in, as that says itself: `Firefox on Windows`. */
  browser: string | null;
};

/** A chain a session. A token whose successor was used is good for a minute more. */
export type RefreshTokenTable = {
  /** SHA-256 of the token, base64url. */
  hash: string;
  session_id: string;
  predecessor: string | null;
  created_at: number;
  /** When its successor was first used. */
  superseded_at: number | null;
};

/** What a mailed link may do, once. Used ones are deleted. */
export type CodeTable = {
  /** SHA-256 of the code, base64url. */
  hash: string;
  purpose: string;
  /** None for a sign-in link to an address without an account. */
  account_id: string | null;
  email: string;
  new_email: string | null;
  /** The second factor that it takes away. */
  factor_id: string | null;
  /** RECOVER_EMAIL: whether the address and the sign-in methods were proven when the address was changed. */
  owner_proven: number | null;
  expires_at: number;
};

/** The private keys themselves are secrets, encrypted; a row says only that a generation exists. */
export type SigningKeyTable = { generation: number; created_at: number };

export type IdentityTables = {
  identity_account: AccountTable;
  identity_email: EmailTable;
  identity_phone: PhoneTable;
  identity_google: GoogleTable;
  identity_google_answer: GoogleAnswerTable;
  identity_factor: FactorTable;
  identity_pending_sign_in: PendingSignInTable;
  identity_text_code: TextCodeTable;
  identity_totp_enrolment: TotpEnrolmentTable;
  identity_session: SessionTable;
  identity_refresh_token: RefreshTokenTable;
  identity_code: CodeTable;
  identity_signing_key: SigningKeyTable;
};
