import type { Page } from '../page/page.ts';

export type Journey = {
  title: string;
  /** Console errors that the journey causes on purpose. */
  expectedErrors?: RegExp[];
  run(page: Page): Promise<void>;
};
