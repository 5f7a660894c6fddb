import type { PublicConfig } from '#contract/config.ts';
import type { Core, Registration } from './core.ts';
import { registerAccount } from './features/account/register.ts';
import type { AccountOptions } from './features/account/routes.ts';
import { registerAppointments } from './features/appointments/register.ts';
import { registerBloodRequests } from './features/blood-requests/register.ts';
import { registerCenterAdministration } from './features/center-administration/register.ts';
import { registerCenters } from './features/centers/register.ts';
import { registerCheckIn } from './features/check-in/register.ts';
import { registerClosings } from './features/closings/register.ts';
import { registerConfiguration } from './features/configuration/register.ts';
import { registerDonations } from './features/donations/register.ts';
import { registerFigures } from './features/figures/register.ts';
import { registerImportedDonations } from './features/imported-donations/register.ts';
import { registerModeration } from './features/moderation/register.ts';
import { registerNeeds } from './features/needs/register.ts';
import { registerOfferLinks } from './features/offer-links/register.ts';
import { type OpenTasksOptions, registerOpenTasks } from './features/open-tasks/register.ts';
import { registerPayments } from './features/payments/register.ts';
import { registerPeople } from './features/people/register.ts';
import { registerPhotos } from './features/photos/register.ts';
import { registerReminders } from './features/reminders/register.ts';
import { registerReviews } from './features/reviews/register.ts';
import {
  registerSiteAdministration,
  type SiteAdministrationOptions,
} from './features/site-administration/register.ts';
import type { PreviewOptions } from './features/site-content/preview.ts';
import { registerSiteContent } from './features/site-content/register.ts';
import { registerSlotOffers } from './features/slot-offers/register.ts';
import { registerStaff } from './features/staff/register.ts';
import { registerStaffLog } from './features/staff-log/register.ts';
import { registerUnconfirmedBookings } from './features/unconfirmed-bookings/register.ts';
import { registerUsers } from './features/users/register.ts';
import { registerWaitingList } from './features/waiting-list/register.ts';

export type SiteOptions = AccountOptions &
  OpenTasksOptions &
  SiteAdministrationOptions &
  PreviewOptions & { publicConfig: PublicConfig };

/** Returns what each feature adds to the site. A feature imports only features above it. */
export const registerFeatures = (core: Core, options: SiteOptions): Registration[] => [
  registerUsers(core),
  registerStaffLog(core),
  registerSiteContent(core, options),
  registerReviews(core),
  registerPhotos(core),
  registerModeration(core),
  registerStaff(core),
  registerOfferLinks(core),
  registerPayments(core),
  registerCenters(core),
  registerUnconfirmedBookings(core),
  registerAppointments(core),
  registerClosings(core),
  registerWaitingList(core),
  registerCenterAdministration(core),
  registerCheckIn(core),
  registerSlotOffers(core),
  registerReminders(core),
  registerImportedDonations(core),
  registerDonations(core),
  registerBloodRequests(core),
  registerNeeds(core),
  registerFigures(core),
  registerOpenTasks(core, options),
  registerSiteAdministration(core, options),
  registerPeople(core),
  registerAccount(core, options),
  registerConfiguration(core, options.publicConfig),
];
