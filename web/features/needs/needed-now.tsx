import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Need } from '#contract/needs.ts';
import { serverData } from '#web/before-react/page-data.ts';

/** Says which blood is urgently needed or low, and where. Shows nothing if nothing is needed. Only the server renders it. */
export function NeededNow() {
  const data = serverData().needs ?? [];
  const urgent = listPlaces(data, 'urgent');
  const low = listPlaces(data, 'low');
  if (urgent.length === 0 && low.length === 0) return null;
  const [urgentText, lowText] = [urgent.join('; '), low.join('; ')];
  return (
    <section aria-labelledby="needed-now" className="bb-card px-5 py-3 md:px-6 md:py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="needed-now" className="text-large">
          <Trans>Needed now</Trans>
        </h2>
        <Link to="/requests" className="bb-row-link">
          <Trans>Requests for blood</Trans>
        </Link>
      </div>
      {urgent.length > 0 && (
        <p className="wrap-anywhere">
          <Trans>
            <strong className="text-red-ink">Urgent:</strong> {urgentText}
          </Trans>
        </p>
      )}
      {low.length > 0 && (
        <p className="wrap-anywhere">
          <Trans>
            <strong>Low:</strong> {lowText}
          </Trans>
        </p>
      )}
    </section>
  );
}

/** Returns the groups of each district at a level: `Dhaka: O-, A+`. */
function listPlaces(needs: readonly Need[], level: Need['level']): string[] {
  const groups = new Map<string, string[]>();
  for (const { bloodGroup, district, level: own } of needs)
    if (own === level) groups.set(district, [...(groups.get(district) ?? []), bloodGroup]);
  return [...groups].map(([district, list]) => `${district}: ${list.join(', ')}`);
}
