import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { lostAppointments, lostPhotos } from '../cluster/consistency.ts';
import type { Ledger } from '../cluster/ledger.ts';
import { listIncompleteWork } from './incomplete-work.ts';

/** Returns everything that is wrong in the data of a stopped site, compared with its clients' ledger. */
export async function checkConsistency(dataDir: string, ledger: Ledger): Promise<string[]> {
  const db = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { readOnly: true });
  try {
    const rows = <Row>(sql: string) => db.prepare(sql).all() as Row[];
    const appointments = rows<{ id: string; transaction_id: string | null }>(
      'select id, transaction_id from appointments',
    );
    // Exclude the sample photos, which have no owner.
    const photos = rows<{ id: string; picture_id: string }>(
      'select id, picture_id from photos where user_id in (select id from users)',
    );
    return [
      ...ledger.faults,
      ...lostAppointments(appointments, ledger),
      ...lostPhotos(photos, ledger),
      ...lostAccounts(
        rows<{ email: string }>('select u.email from users u join identity_email e on e.email = u.email'),
        ledger,
      ),
      ...lostReports(rows('select photo_id, email from photo_reports join users on id = user_id'), ledger),
      ...appointments.flatMap(({ id }) => (ledger.booked.has(id) ? [] : `appointment ${id} created twice`)),
      ...photos.flatMap(({ id }) => (ledger.photos.has(id) ? [] : `photo ${id} created twice`)),
      ...lostReceipts(join(dataDir, 'outbox'), ledger),
      ...(await brokenPictures(dataDir, photos)),
      ...findPicturesWithoutRow(dataDir, rows('select id from images_pictures')),
      ...listIncompleteWork(dataDir),
      ...rows<{ integrity_check: string }>('pragma integrity_check').flatMap(
        ({ integrity_check: finding }) => (finding === 'ok' ? [] : `damaged: ${finding}`),
      ),
    ];
  } finally {
    db.close();
  }
}

function lostAccounts(rows: { email: string }[], { accounts }: Ledger): string[] {
  const existing = new Set(rows.map(({ email }) => email));
  return [...accounts].flatMap((email) => (existing.has(email) ? [] : `account ${email} is gone`));
}

function lostReports(rows: { photo_id: string; email: string }[], { reports }: Ledger): string[] {
  const existing = new Set(rows.map(({ photo_id, email }) => `${photo_id} ${email}`));
  const expected = [...reports].flatMap(([photo, emails]) => [...emails].map((email) => `${photo} ${email}`));
  return expected.flatMap((report) => (existing.has(report) ? [] : `report ${report} is gone`));
}

/** Every transaction must be in at least one email. */
function lostReceipts(outbox: string, { paid }: Ledger): string[] {
  const files = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  const mentioned = new Set(
    files.flatMap((name) => readFileSync(join(outbox, name), 'utf8').match(/pi_\w+/g) ?? []),
  );
  return [...paid.values()].flatMap((intent) =>
    mentioned.has(intent) ? [] : `receipt of ${intent} is gone`,
  );
}

/** Finds missing and damaged pictures. All pictures of members are 320 x 240 px. */
async function brokenPictures(dataDir: string, photos: { picture_id: string }[]): Promise<string[]> {
  const found: string[] = [];
  for (const { picture_id: id } of photos) {
    const file = join(dataDir, 'images', 'pictures', id.slice(-2), id, 'original');
    const size = existsSync(file)
      ? (await sharp(file).raw().toBuffer({ resolveWithObject: true })).info
      : undefined;
    if (size?.width !== 320 || size.height !== 240) found.push(`picture ${id} cannot be shown`);
  }
  return found;
}

/** Every picture file must have a row, because the cleanup finds files by their rows. */
function findPicturesWithoutRow(dataDir: string, rows: { id: string }[]): string[] {
  const withRow = new Set(rows.map(({ id }) => id));
  const root = join(dataDir, 'images', 'pictures');
  const shards = readdirSync(root).filter((name) => name !== '.writing');
  const ids = shards.flatMap((shard) => readdirSync(join(root, shard)));
  return ids.flatMap((id) => (withRow.has(id) ? [] : `picture ${id} has no row`));
}
