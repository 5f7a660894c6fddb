/** The tables that grow, each with a made-up value of usual length a column, as SQL over the row's number `n`. */
type Values = Record<string, string>;

const id = 'uuidv7()::text';
/** A row of somebody who came at another time: random, as it is when many people come and go. */
const otherId = 'gen_random_uuid()::text';
const hash = "translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '+/=', '-_')";
const now = '1795000000000 + n';
const email = "'rahim.uddin' || n || '@example.com'";
const intent = "'pi_3' || substr(md5(random()::text), 1, 23)";
const paid = (value: string) => `case when n % 2 = 0 then ${value} end`;
/** A blurred picture of 16 x 11 pixels. */
const placeholder = "'data:image/webp;base64,' || repeat('A', 164)";

export const tables: Record<string, Values> = {
  users: { id, email, created_at: now },
  identity_account: {
    id,
    display_name: "'Rahim Uddin Chowdhury'",
    password_hash: `'$argon2id$v=19$m=19456,t=2,p=1$' || substr(${hash}, 1, 22) || '$' || ${hash}`,
    password_changed_at: now,
    disabled: '0',
    created_at: now,
    last_login_at: now,
  },
  identity_email: { email, account_id: otherId, verified: '1' },
  identity_session: {
    id,
    account_id: otherId,
    sign_in_provider: "'password'",
    auth_time: now,
    last_used_at: now,
  },
  identity_refresh_token: { hash, session_id: otherId, predecessor: hash, created_at: now },
  sessions: { id, user_id: otherId, created_at: now, expires_at: now },
  appointments: {
    id,
    user_id: otherId,
    email,
    name: "'Rahim Uddin Chowdhury'",
    phone: "'01712345678'",
    center: "'Dhaka Medical College Hospital'",
    blood_group: "'O+'",
    opinion: paid("'Friendly people, and it was over within half an hour.'"),
    day: "'2026-11-21'",
    transaction_id: paid(intent),
    paid_at: paid(now),
    paid_amount: paid('500'),
    paid_currency: paid("'usd'"),
  },
  transactions: { transaction_id: intent, appointment_id: otherId },
  charges: {
    id,
    appointment_id: otherId,
    intent_id: intent,
    amount: '500',
    currency: "'usd'",
    status: "'succeeded'",
    created_at: now,
    check_at: now,
  },
  payment_steps: {
    id,
    at: now,
    appointment_id: otherId,
    intent_id: intent,
    step: "'paid'",
    by: "'browser'",
  },
  card_events: { id: "'evt_3' || substr(md5(random()::text), 1, 23)", received_at: now },
  idempotency_keys: {
    user_id: otherId,
    key: otherId,
    request_hash: hash,
    made_id: id,
    created_at: now,
  },
  photos: {
    id,
    user_id: otherId,
    img: `'/images/' || ${id}`,
    title: "'A donor gives blood while a nurse keeps her company'",
    width: '1500',
    height: '1000',
    placeholder,
    reports: '0',
  },
  images_pictures: {
    id,
    user_id: otherId,
    width: '1500',
    height: '1000',
    bytes: '1200000',
    format: "'jpeg'",
    placeholder,
    created_at: now,
    state: "'saved'",
    state_at: now,
  },
  platform_outbox: {
    id,
    kind: "'mail'",
    payload: `'{"to":"' || ${email} || '","subject":"Your receipt","text":"' || repeat('x', 600) || '"}'`,
    due_at: now,
    attempts: '0',
    requester: hash,
    turn: 'n',
  },
  platform_limits: { key: hash, points: '1', expire: now },
};
