import * as contract from '#contract/imported-donations.ts';
import type { Core } from '#server/core.ts';
import { bindStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { Routes } from '#server/http/route.ts';
import { importDonations } from './import.ts';
import { countUnclaimed } from './repository.ts';
import {
  acceptDonations,
  eraseUnclaimedDonations,
  listOwnImportedDonations,
  removeDonations,
} from './rules.ts';
import { toOwnImportedDonations } from './serialize.ts';

export function mountImportedDonations({ memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  staffEndpoint(contract.countImportedDonations, () => countUnclaimed(core.db));

  staffEndpoint(contract.importDonations, ({ viewer, query, body }) =>
    importDonations(core, bindStaffLog(core, viewer), body.csv, query.preview === 'true'),
  );

  staffEndpoint(contract.eraseImportedDonations, async ({ viewer }) => ({
    count: await eraseUnclaimedDonations(bindStaffLog(core, viewer)),
  }));

  memberEndpoint(contract.listImportedDonations, async ({ viewer }) =>
    toOwnImportedDonations(await listOwnImportedDonations(core, viewer)),
  );

  memberEndpoint(contract.acceptImportedDonations, async ({ viewer, body }) => ({
    count: await acceptDonations(core, viewer, body.ids),
  }));

  memberEndpoint(contract.removeImportedDonations, async ({ viewer, body }) => ({
    count: await removeDonations(core, viewer, body.ids),
  }));
}
