import type { BloodComponent } from '#contract/blood-compatibility.ts';
import type { DonorState, RequestState } from '#contract/blood-requests.ts';
import type { Day } from '#contract/days.ts';
import type { NeedLevel } from '#contract/needs.ts';
import type { BloodGroup } from '#contract/values.ts';
import { columnsOf } from '#platform/database/rows.ts';

export type BloodRequestRow = {
  id: string;
  /** Who asked. Null once the account is deleted or the personal data is erased. */
  user_id: string | null;
  blood_group: BloodGroup;
  component: BloodComponent;
  bags: number;
  /** How many donors have agreed and have not given yet. */
  agreed: number;
  given: number;
  /** The name of a district of the owner's list. */
  district: string;
  hospital: string;
  center_id: string | null;
  needed_by: number;
  /** These five are empty or null once they are erased. */
  initials: string;
  relation: string;
  phone: string;
  note: string | null;
  /** Why a coordinator refused or corrected it. */
  reason: string | null;
  state: RequestState;
  created_at: number;
  /** How many waves of donors were asked. */
  waves: number;
  /** When the next donors are asked. Null while nobody is asked. */
  next_wave_at: number | null;
  ended_at: number | null;
};

export const bloodRequestColumns = columnsOf<BloodRequestRow>({
  id: true,
  user_id: true,
  blood_group: true,
  component: true,
  bags: true,
  agreed: true,
  given: true,
  district: true,
  hospital: true,
  center_id: true,
  needed_by: true,
  initials: true,
  relation: true,
  phone: true,
  note: true,
  reason: true,
  state: true,
  created_at: true,
  waves: true,
  next_wave_at: true,
  ended_at: true,
});

/** A donor who was asked, or who answered a request. */
export type RequestDonorRow = {
  /** In signed links, and in the responses to the family. */
  id: string;
  request_id: string;
  user_id: string;
  state: DonorState;
  /** Null if the donor answered without being asked. */
  asked_at: number | null;
  answered_at: number | null;
  /** When the donor wants to come. */
  arrives_at: number | null;
  /** Four digits by which the donor and the family recognize each other. */
  code: string | null;
  shared_by_donor: number;
  shared_by_family: number;
  given_by_donor: number;
  given_by_family: number;
};

export const requestDonorColumns = columnsOf<RequestDonorRow>({
  id: true,
  request_id: true,
  user_id: true,
  state: true,
  asked_at: true,
  answered_at: true,
  arrives_at: true,
  code: true,
  shared_by_donor: true,
  shared_by_family: true,
  given_by_donor: true,
  given_by_family: true,
});

export type RequestMessageRow = {
  id: string;
  request_id: string;
  user_id: string;
  text: string;
  sent_at: number;
};

export type RequestReportRow = { request_id: string; user_id: string; reported_at: number };

/** Whether and how a donor may be asked. */
export type DonorAvailabilityRow = {
  user_id: string;
  may_be_asked: number;
  blood_group: BloodGroup | null;
  district: string | null;
  max_districts: number;
  /** 0: only the own district, 1: its division, 2: everywhere. */
  reach: number;
  hours_from: string;
  hours_to: string;
  by_email: number;
  by_text: number;
  urgent_at_night: number;
  paused_until: Day | null;
  /** When the donor was last asked for a request. 0 if never. */
  asked_at: number;
};

export const donorAvailabilityColumns = columnsOf<DonorAvailabilityRow>({
  user_id: true,
  may_be_asked: true,
  blood_group: true,
  district: true,
  max_districts: true,
  reach: true,
  hours_from: true,
  hours_to: true,
  by_email: true,
  by_text: true,
  urgent_at_night: true,
  paused_until: true,
  asked_at: true,
});

export type BloodNeedRow = {
  blood_group: BloodGroup;
  district: string;
  level: NeedLevel;
  updated_at: number;
};
