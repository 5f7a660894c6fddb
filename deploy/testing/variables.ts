import { readFileSync } from 'node:fs';

const config = readFileSync(new URL('../../config.ts', import.meta.url), 'utf8');

/** The variables that config.ts reads, by name. */
export const knownVariables = new Set(config.match(/(?<=^ {2})[A-Z][A-Z0-9_]+(?=:)/gm));
