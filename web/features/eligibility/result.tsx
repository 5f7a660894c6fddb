import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { RequestLink } from '#web/features/appointments/request-link.tsx';
import { dayText } from '#web/language/days.ts';
import { Button } from '#web/ui/button.tsx';
import { findingTexts, verdictTitle } from './finding-words.ts';
import { type Finding, summarise, type Verdict } from './judge.ts';

type Props = { findings: Finding[]; onClear: () => void };

const frame = [
  'mt-8 grid scroll-mt-[calc(var(--bar)+1rem)] scroll-mb-4 gap-4 rounded-medium p-6',
  'bg-warn-soft data-[kind=yes]:bg-good-soft',
].join(' ');

/** What the answers come to: a hint, after which everything can still be done. */
export function Result({ findings, onClear }: Props) {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const verdict = summarise(findings);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section ref={box} aria-labelledby="hint" className={frame} data-kind={verdict.kind}>
      <h2 id="hint" ref={heading} tabIndex={-1} className="text-heading">
        {verdictTitle(verdict)}
      </h2>
      {findings.length > 0 && (
        <ul className="grid list-disc gap-2 pl-5">
          {findings.map(({ rule }) => (
            <li key={rule}>{findingTexts[rule]}</li>
          ))}
        </ul>
      )}
      <p>
        <Trans>
          This is a hint. The centre looks at how you are on the day, asks about operations, tattoos and
          vaccinations too, and decides.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <Request verdict={verdict} />
        <Button look="plain" onClick={onClear}>
          <Trans>Clear my answers</Trans>
        </Button>
      </div>
    </section>
  );
}

function Request({ verdict }: { verdict: Verdict }) {
  const until = verdict.kind === 'wait' ? verdict.until : undefined;
  if (!until)
    return (
      <RequestLink look={verdict.kind === 'yes' ? 'primary' : 'quiet'}>
        <Trans>Request an appointment</Trans>
      </RequestLink>
    );
  const day = dayText(until);
  return (
    <RequestLink filling={{ date: until, note: t`The day is filled in: ${day}.` }}>
      <Trans>Request an appointment from {day}</Trans>
    </RequestLink>
  );
}
