import { type BloodGroup, bloodGroups } from '#contract/values.ts';

/** Returns the antigens (A, B, Rh) of a group. Red cells may not carry an antigen that the receiver lacks. */
const antigensOf = (group: BloodGroup): string[] => [...group].filter((letter) => 'AB+'.includes(letter));

/** Returns the groups whose red cells a patient can receive. The patient's own group is the first. */
export function compatibleDonors(receiver: BloodGroup): BloodGroup[] {
  const allowed = antigensOf(receiver);
  return bloodGroups
    .filter((donor) => antigensOf(donor).every((antigen) => allowed.includes(antigen)))
    .sort((one, other) => Number(other === receiver) - Number(one === receiver));
}
