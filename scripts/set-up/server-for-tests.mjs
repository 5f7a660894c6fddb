// Some tests start the site as a process of its own (tests/process.ts): a run of vitest begins with building it.
export { buildServer as setup } from './server.mjs';
