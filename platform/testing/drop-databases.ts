import { afterAll } from 'vitest';
import { dropPooledDatabases } from './databases.ts';

// Runs in each file of tests, also when files share a process: kept connections would use up those of the
// server.
afterAll(dropPooledDatabases);
