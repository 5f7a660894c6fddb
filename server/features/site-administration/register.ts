import type { Core, Registration } from '#server/core.ts';
import type { Backups } from '#server/integrations/backups.ts';
import { mountOwnerPages } from './owner-routes.ts';
import { mountStaffSettings, type SettingsOptions } from './settings-routes.ts';

export type SiteAdministrationOptions = { settings: SettingsOptions; backups: Backups };

export const registerSiteAdministration = (
  core: Core,
  { settings, backups }: SiteAdministrationOptions,
): Registration => ({
  mount(routes) {
    mountOwnerPages(routes, core, backups);
    mountStaffSettings(routes, core, settings);
  },
});
