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
  created_at: number;
  last_login_at: number;
};

/** Who owns an address: its primary key decides. At most one row an account. In lower case. */
export type EmailTable = { email: string; account_id: string; verified: number };

/** One row a sign-in (`sid` of the tokens). Rows of removed accounts stay until they are swept. */
export type SessionTable = {
  id: string;
  account_id: string;
  sign_in_provider: string;
  auth_time: number;
  last_used_at: number;
  ended_at: number | null;
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
  expires_at: number;
};

/** The private keys themselves are secrets, encrypted; a row says only that a generation exists. */
export type SigningKeyTable = { generation: number; created_at: number };

export type IdentityTables = {
  identity_account: AccountTable;
  identity_email: EmailTable;
  identity_session: SessionTable;
  identity_refresh_token: RefreshTokenTable;
  identity_code: CodeTable;
  identity_signing_key: SigningKeyTable;
};
