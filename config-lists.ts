import { type Part, parts } from '#contract/parts.ts';
import { SetupError } from '#platform/errors.ts';

/** What stands between commas. */
export const readList = (value: string): string[] => value.split(',').flatMap((each) => each.trim() || []);

/** The parts beyond the specification that this site has: all but those named. @throws SetupError for an unknown one */
export function readParts(leftOut: string): Part[] {
  const names = readList(leftOut);
  const unknown = names.find((name) => !parts.some((part) => part === name));
  if (unknown) throw new SetupError(`LEAVE_OUT: there is no ${unknown}; use ${parts.join(', ')}.`);
  return parts.filter((part) => !names.includes(part));
}
