import { expect, test } from 'vitest';
import { reportOf } from './report.ts';

const hole = { title: 'Reads too far', url: 'https://github.com/advisories/GHSA-1' };
const audit = (severity: string, fixAvailable: unknown = true) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { parser: { severity, via: [hole], fixAvailable } },
  });

test.each([
  ['critical', 'within 2 days', 'known'],
  ['high', 'within 7 days', 'known'],
  ['moderate', 'within 30 days', 'known'],
  ['low', 'with the next update', 'none'],
])('a hole of severity %s is to be mended %s', (severity, when, verdict) => {
  expect(reportOf(audit(severity))).toEqual({
    lines: [`${severity}: parser, ${when} (a sound version is there): ${hole.title} ${hole.url}`],
    verdict,
  });
});

test('a package that has it by another one, and no version without it, is named, too', () => {
  const said = { vulnerabilities: { user: { severity: 'high', via: ['parser'], fixAvailable: false } } };
  expect(reportOf(JSON.stringify(said)).lines).toEqual([
    'high: user, within 7 days (no sound version yet): by parser',
  ]);
});

test('nothing known is a good answer, no answer is none', () => {
  expect(reportOf('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({ lines: [], verdict: 'none' });
  for (const said of ['', '<html>', '{"message":"405 Method Not Allowed","error":{}}'])
    expect(reportOf(said).verdict).toBe('unanswered');
});
