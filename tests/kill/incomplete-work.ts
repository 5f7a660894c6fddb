import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** States that must not exist once no work is in progress. Each statement returns the violations. */
const CHECKS = [
  [
    'photo without a picture',
    'select id as name from photos where picture_id not in (select id from images_pictures)',
  ],
  [
    'picture of a photo that the cleanup would remove',
    `select p.id as name from photos p join images_pictures i on i.id = p.picture_id
     where i.state in ('arriving', 'leaving')`,
  ],
  [
    'paid without a charge',
    `select id as name from appointments where transaction_id is not null and transaction_id not in
     (select intent_id from payments where status = 'succeeded' and intent_id is not null)`,
  ],
  [
    'paid without exactly one step in the payment log',
    `select a.id as name from appointments a where transaction_id is not null and
     (select count(*) from payment_steps s where s.appointment_id = a.id and s.step = 'paid') <> 1`,
  ],
  [
    'paid without the money',
    `select id as name from appointments where transaction_id is not null and transaction_id not in
     (select intent_id from cards_charges where refusal is null)`,
  ],
  [
    'money without an appointment',
    `select intent_id as name from cards_charges where refusal is null and refunded < amount and intent_id not in
     (select transaction_id from appointments where transaction_id is not null)`,
  ],
  [
    'card charged twice',
    'select intent_id as name from cards_charges where refusal is null group by intent_id having count(*) > 1',
  ],
  [
    'appointment charged twice',
    `select appointment_id as name from payments where status in ('succeeded', 'refund-due', 'refunded')
     group by appointment_id having count(*) > 1`,
  ],
  [
    'event recorded twice',
    `select json_extract(object, '$.id') as name from cards_events where type = 'payment_intent.succeeded'
     group by name having count(*) > 1`,
  ],
  ['outbox message not delivered', 'select id as name from platform_outbox'],
] as const;

/** Returns the violations in the data of a site, which may be running. */
export function listIncompleteWork(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { readOnly: true, timeout: 5000 });
  try {
    return CHECKS.flatMap(([label, sql]) =>
      (db.prepare(sql).all() as { name: string }[]).map(({ name }) => `${label}: ${name}`),
    );
  } finally {
    db.close();
  }
}
