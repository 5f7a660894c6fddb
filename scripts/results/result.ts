/** One test as a runner reported it; the title includes those of the groups around it. */
export type Result = {
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed, in a few lines. */
  reason?: string;
};
