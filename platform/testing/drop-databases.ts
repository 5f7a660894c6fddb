import { afterAll } from 'vitest';
import { dropPooledDatabases } from './databases.ts';

// Runs in each test file, even if files share a process, because connections kept open would use up those of
// the server.
afterAll(dropPooledDatabases);
