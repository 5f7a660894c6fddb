import { t } from '@lingui/core/macro';
import { useNavigation } from 'react-router';

/** A line along the top bar while the next page is on its way; a quick one never shows it. */
export function OnTheWay() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div role="progressbar" aria-label={t`Loading the page`} className="bb-on-the-way" />;
}
