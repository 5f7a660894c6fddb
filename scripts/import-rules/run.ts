// Checks which way imports run in this project; rules.ts says which.
import { fileURLToPath } from 'node:url';
import { checkImports } from './check.ts';

const breaches = checkImports(fileURLToPath(new URL('../..', import.meta.url)));
for (const breach of breaches) console.error(breach);
if (breaches.length > 0) process.exitCode = 1;
