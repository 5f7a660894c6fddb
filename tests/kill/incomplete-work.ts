import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What must not be there when nothing is under way any more: each statement names what is. */
const halfDone = [
  [
    'photo without a picture',
    'select id as name from photos where substr(img, 9) not in (select id from images_pictures)',
  ],
  [
    'picture of a photo that the clean-up would take',
    `select p.id as name from photos p join images_pictures i on i.id = substr(p.img, 9)
     where i.state in ('arriving', 'leaving')`,
  ],
  [
    'paid without a charge',
    `select id as name from appointments where transaction_id is not null and transaction_id not in
     (select intent_id from charges where status = 'succeeded' and intent_id is not null)`,
  ],
  [
    'paid without its step in the trail, or with two',
    `select a.id as name from appointments a where transaction_id is not null and
     (select count(*) from payment_steps s where s.appointment_id = a.id and s.step = 'paid') <> 1`,
  ],
  [
    'paid without the money',
    `select id as name from appointments where transaction_id is not null and transaction_id not in
     (select intent_id from cards_charges where refusal is null)`,
  ],
  [
    'money of nobody',
    `select intent_id as name from cards_charges where refusal is null and refunded < amount and intent_id not in
     (select transaction_id from appointments where transaction_id is not null)`,
  ],
  [
    'card charged twice',
    'select intent_id as name from cards_charges where refusal is null group by intent_id having count(*) > 1',
  ],
  [
    'appointment charged twice',
    `select appointment_id as name from charges where status in ('succeeded', 'refund-due', 'refunded')
     group by appointment_id having count(*) > 1`,
  ],
  [
    'event told twice',
    `select json_extract(object, '$.id') as name from cards_events where type = 'payment_intent.succeeded'
     group by name having count(*) > 1`,
  ],
  ['message that waits', 'select id as name from platform_outbox'],
] as const;

/** What of that is there now, in the data of a site that may be running. */
export function listIncompleteWork(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { readOnly: true, timeout: 5000 });
  try {
    return halfDone.flatMap(([what, sql]) =>
      (db.prepare(sql).all() as { name: string }[]).map(({ name }) => `${what}: ${name}`),
    );
  } finally {
    db.close();
  }
}
