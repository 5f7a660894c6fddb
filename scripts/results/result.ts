/** One test as a runner reported it; the title includes those of the groups around it. */
export type Result = {
  title: string;
  /** `flaky`: it failed, and passed on its one retry. */
  outcome: 'passed' | 'flaky' | 'failed' | 'skipped';
  /** The reason for the failure, in a few lines. */
  reason?: string;
};
