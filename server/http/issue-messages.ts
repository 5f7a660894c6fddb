import type * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

const typeMessages: Record<string, string> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Use true or false',
  array: 'Send a list',
  object: 'Send an object',
};

/** Returns what to do about a value whose schema has no message of its own. */
export function describeIssue(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.input !== undefined)
    return typeMessages[issue.expected] ?? 'Check this field';
  if (issue.code === 'invalid_type') return 'Fill in this field';
  if (issue.code === 'invalid_value') return `Choose one of: ${issue.values.join(', ')}`;
  if (issue.code === 'too_big') return `${limitVerb(issue)} at most ${issue.maximum}${unitOf(issue)}`;
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
    return 'Fill in this field';
  if (issue.code === 'too_small' && issue.origin === 'array' && issue.minimum === 1)
    return 'Add at least one entry';
  if (issue.code === 'too_small') return `${limitVerb(issue)} at least ${issue.minimum}${unitOf(issue)}`;
  return 'Check this field';
}

type LimitIssue = Extract<Issue, { code: 'too_big' | 'too_small' }>;
const units: Record<string, string> = { string: ' characters', array: ' entries' };
const unitOf = ({ origin }: LimitIssue): string => units[origin] ?? '';
const limitVerb = ({ origin }: LimitIssue): string => (origin in units ? 'Use' : 'Enter');
