import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { languagePlugin } from './scripts/languages/vite.ts';
import { inRoot } from './scripts/set-up/paths.mjs';

// Tests start threads. Without this cache, compiling one thread's files takes 70 ms of CPU.
process.env.NODE_COMPILE_CACHE ??= inRoot('build', 'compile-cache');

const plugins = [languagePlugin('en')];
const exclude = ['node_modules', 'build', 'data'];
const options = {
  exclude,
  // A CI machine may be four times slower than ours.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000 } },
  // Built code runs as it is.
  server: { deps: { external: [/\/build\//] } },
};

/**
 * Each of these runs in a new process, because modules of the browser keep state and `vi.mock` replaces only
 * modules that are not loaded yet. The other tests share processes, to load modules less often (decision
 * 0064).
 */
const isolatedTests = [
  '{web,scripts}/**/*.test.{ts,tsx}',
  'providers/identity/{accounts/passwords,phone/sdk}.test.ts',
  'providers/images/storage/disk.test.ts',
  'server/integrations/message-files.test.ts',
];

/**
 * Short files whose tests take longest. Without times of an earlier run, vitest would start them last, and a
 * core would wait for them at the end.
 */
const longest = /\/tests\/(simulation|fuzz|kill|growth|public-growth|cluster|staff-kill|process|backup)\b/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { first = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      longest.test(moduleId) ? 'first' : 'others',
    );
    return [...first, ...others];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // More workers than cores, because tests often wait for processes and databases.
    maxWorkers: availableParallelism() * 2,
    globalSetup: ['platform/testing/postgres-server.ts', 'scripts/set-up/site.mjs'],
    projects: [
      { plugins, test: { ...options, name: 'isolated', include: isolatedTests } },
      {
        plugins,
        test: {
          ...options,
          name: 'shared',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...isolatedTests],
          isolate: false,
          setupFiles: ['platform/testing/drop-databases.ts'],
        },
      },
    ],
  },
});
