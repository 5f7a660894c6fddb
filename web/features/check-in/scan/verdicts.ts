import type { Verdict } from './check-pass.ts';

export type Kind = 'good' | 'warning' | 'bad';

const kinds: Record<Verdict, Kind> = {
  valid: 'good',
  unlisted: 'good',
  used: 'warning',
  unchecked: 'warning',
  'not-listed': 'warning',
  'no-match': 'warning',
  missing: 'bad',
  cancelled: 'bad',
  'other-day': 'bad',
  'other-center': 'bad',
  invalid: 'bad',
};

export const verdictKind = (verdict: Verdict): Kind => kinds[verdict];
