import * as appointments from '#contract/appointments.ts';
import * as availability from '#contract/availability.ts';
import * as bloodRequests from '#contract/blood-requests.ts';
import * as staffCenters from '#contract/center-administration.ts';
import * as centers from '#contract/centers.ts';
import * as centersCsv from '#contract/centers-csv.ts';
import * as config from '#contract/config.ts';
import * as content from '#contract/content-endpoints.ts';
import * as districts from '#contract/districts.ts';
import * as donations from '#contract/donations.ts';
import * as donorMessages from '#contract/donor-messages.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Feature } from '#contract/features.ts';
import * as importedDonations from '#contract/imported-donations.ts';
import * as needs from '#contract/needs.ts';
import * as openApi from '#contract/open-api.ts';
import * as openTasks from '#contract/open-tasks.ts';
import * as payments from '#contract/payments.ts';
import * as photos from '#contract/photos.ts';
import * as reminders from '#contract/reminders.ts';
import * as reviews from '#contract/reviews.ts';
import * as slotOffers from '#contract/slot-offers.ts';
import * as staff from '#contract/staff.ts';
import * as staffAccounts from '#contract/staff-accounts.ts';
import * as staffBackups from '#contract/staff-backups.ts';
import * as staffRequests from '#contract/staff-blood-requests.ts';
import * as staffCheckIn from '#contract/staff-check-in.ts';
import * as staffClosings from '#contract/staff-closings.ts';
import * as staffFigures from '#contract/staff-figures.ts';
import * as staffLog from '#contract/staff-log.ts';
import * as staffMessages from '#contract/staff-messages.ts';
import * as moderation from '#contract/staff-moderation.ts';
import * as staffPayments from '#contract/staff-payments.ts';
import * as staffSettings from '#contract/staff-settings.ts';
import * as staffUnconfirmed from '#contract/staff-unconfirmed-bookings.ts';
import * as userExport from '#contract/user-export.ts';
import * as users from '#contract/users.ts';
import * as waitingList from '#contract/waiting-list.ts';
import * as walkIns from '#contract/walk-ins.ts';

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = [
  userExport,
  users,
  reviews,
  photos,
  appointments,
  donations,
  importedDonations,
  payments,
  reminders,
  centers,
  waitingList,
  slotOffers,
  staffCenters,
  centersCsv,
  donorMessages,
  staffClosings,
  openTasks,
  staffUnconfirmed,
  staffCheckIn,
  staff,
  staffFigures,
  content,
  moderation,
  staffSettings,
  staffAccounts,
  staffBackups,
  staffPayments,
  staffMessages,
  staffLog,
  walkIns,
  bloodRequests,
  districts,
  availability,
  staffRequests,
  needs,
  config,
  openApi,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isEndpoint));

/** The endpoints of a site with these features enabled. */
export const enabledEndpoints = (features: readonly Feature[]): Endpoint[] =>
  endpoints.filter(({ feature }) => !feature || features.includes(feature));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
