import { type BloodGroup, bloodGroups } from './values.ts';

/** What a patient needs. */
export const bloodComponents = ['whole-blood', 'red-cells', 'platelets', 'plasma'] as const;
export type BloodComponent = (typeof bloodComponents)[number];

const antigensOf = (group: BloodGroup): string[] => group.replace(/[O+-]/g, '').split('').filter(Boolean);
const isRhPositive = (group: BloodGroup): boolean => group.endsWith('+');

/** The recipient has every ABO antigen of these red cells, so has no antibody against them. */
const acceptsCells = (recipient: BloodGroup, donor: BloodGroup): boolean =>
  antigensOf(donor).every((antigen) => antigensOf(recipient).includes(antigen));

/**
 * Returns the groups whose donors may give a component to a patient of this group, the same group first.
 * Red cells and whole blood follow the ABO and Rh tables. Plasma follows the ABO table reversed, and Rh does
 * not matter. Platelets follow the ABO table without Rh, and the coordinator decides.
 * Source: Handbook of Transfusion Medicine, 5th edition (JPAC, UK), sections 2.3 and 2.4, tables 2.3 to 2.6.
 */
export function compatibleDonors(component: BloodComponent, patient: BloodGroup): BloodGroup[] {
  const isCompatible = (donor: BloodGroup): boolean => {
    if (component === 'plasma') return acceptsCells(donor, patient);
    if (component === 'platelets') return acceptsCells(patient, donor);
    return acceptsCells(patient, donor) && (isRhPositive(patient) || !isRhPositive(donor));
  };
  const others = bloodGroups.filter((group) => group !== patient && isCompatible(group));
  return [patient, ...others];
}
