import { Variables } from '../../app/config/variables.ts';

/** The variables that the site reads, by name. */
export const knownVariables = new Set(Object.keys(Variables.shape));
