import { afterAll } from 'vitest';
import { dropSpares } from './databases.ts';

// Files that share a process load databases.ts once, but this one each (vitest.config.ts).
afterAll(dropSpares);
