import type { ResponseOf } from '#contract/endpoint.ts';
import type { exportUser } from '#contract/user-export.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import { listAppointments } from '#server/features/appointments/rules.ts';
import { toAppointment } from '#server/features/appointments/serialize.ts';
import { exportBloodRequests } from '#server/features/blood-requests/export.ts';
import { listOwnImportedDonations } from '#server/features/imported-donations/rules.ts';
import { toOwnImportedDonations } from '#server/features/imported-donations/serialize.ts';
import { listOwnItemDecisions } from '#server/features/moderation/objections.ts';
import { findAccount, peopleOf, requireAccounts } from '#server/features/people/accounts.ts';
import { listOwnPhotosAndReports } from '#server/features/photos/serialize.ts';
import { listRemindedDays } from '#server/features/reminders/rules.ts';
import { describeOwnReviews } from '#server/features/reviews/waiting.ts';
import { listRoles } from '#server/features/staff/rules.ts';
import { toRole } from '#server/features/staff/serialize.ts';
import { listOwnShifts } from '#server/features/staff/shifts.ts';
import { toAccessLogEntry } from '#server/features/staff-log/access-log.ts';
import { listEntriesAbout, listEntriesBy } from '#server/features/staff-log/staff-log.ts';
import { listSessions, readUser } from '#server/features/users/rules.ts';
import { exportWaitingLists } from '#server/features/waiting-list/own-lists.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import type { IdentityService } from '#server/integrations/identity.ts';
import type { Images } from '#server/integrations/images.ts';
import { toIdentityRecord, toIsoTime } from './serialize.ts';

type ExportCore = Pick<Core, 'db' | 'clock' | 'features' | 'accounts'> & {
  identity: Pick<IdentityService, 'describeAccount'>;
  images: Pick<Images, 'getUrl'>;
  linkKeys: Pick<Core['linkKeys'], 'offers'>;
};

/**
 * Returns all data of a person who asked for it, and logs the export.
 * @throws AppError not-found (404), accounts-elsewhere (409)
 */
export async function exportOnRequest(core: ExportCore, withStaffLog: WithStaffLog, emailOrId: string) {
  const account = await withStaffLog(async (trx, log) => {
    const found = await findAccount(requireAccounts(core), trx, emailOrId);
    await log({ action: 'export account', people: await peopleOf(trx, found) });
    return found;
  });
  return exportData(core, { userId: account.id, email: account.email ?? '', sessionId: newId() });
}

/** Returns all of the member's data. */
export async function exportData(core: ExportCore, viewer: Viewer): Promise<ResponseOf<typeof exportUser>> {
  const { db, identity } = core;
  const user = await readUser(db, viewer);
  const sessions = await listSessions(db, viewer);
  const account = await identity.describeAccount(viewer.userId);
  const { own, reported } = await listOwnPhotosAndReports(core, viewer);
  const appointments = await listAppointments(db, viewer);
  return {
    user: {
      _id: viewer.userId,
      email: viewer.email,
      ...(account?.displayName && { name: account.displayName }),
      createdAt: toIsoTime(user?.created_at ?? 0),
      ...(user?.email_verified_at && { emailConfirmedAt: toIsoTime(user.email_verified_at) }),
      ...(user?.language && { language: user.language }),
      ...(user?.reminders_stopped_at && { remindersStoppedAt: toIsoTime(user.reminders_stopped_at) }),
    },
    ...(account && { identity: toIdentityRecord(account) }),
    sessions: sessions.map((s) => ({
      createdAt: toIsoTime(s.created_at),
      expiresAt: toIsoTime(s.expires_at),
    })),
    appointments: appointments.map(toAppointment),
    importedDonations: toOwnImportedDonations(await listOwnImportedDonations(core, viewer)),
    photos: own,
    reportedPhotos: reported,
    opinions: await describeOwnReviews(core, viewer),
    remindedDays: await listRemindedDays(db, viewer),
    decisions: await listOwnItemDecisions(core, viewer),
    accessLog: (await listEntriesAbout(db, viewer)).map(toAccessLogEntry),
    staff: {
      roles: (await listRoles(db, viewer)).map(toRole),
      shifts: (await listOwnShifts(db, viewer)).map(({ device, started_at, ends_at }) => ({
        ...(device && { device }),
        startedAt: toIsoTime(started_at),
        endsAt: toIsoTime(ends_at),
      })),
      actions: (await listEntriesBy(db, viewer)).map(toAccessLogEntry),
    },
    bloodRequests: await exportBloodRequests(db, viewer),
    waitingLists: await exportWaitingLists(core, viewer),
  };
}
