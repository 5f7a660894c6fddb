// npm run bench:scrolling: 10,000 photos on a slow phone, in the wall and in a plain list of the same pictures.
import journeys from '../../playwright.config.ts';

export default {
  ...journeys,
  testDir: '.',
  testMatch: 'scrolling.spec.ts',
  outputDir: '../../build/test-results/scrolling',
};
