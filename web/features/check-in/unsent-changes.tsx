import { useEffect, useState } from 'react';
import { useSession } from '#web/auth/auth-provider.tsx';
import { type ChangeCounts, countChanges } from './device/devices.ts';
import { changesText, unsentChangesText } from './texts.ts';

/** When the shift has ended, shows how many changes are only on this device, and what happens to them. */
export function UnsentChanges() {
  const { user } = useSession();
  const userId = user?.uid ?? '';
  const [counts, setCounts] = useState<ChangeCounts>();
  useEffect(() => void countChanges(userId).then(setCounts), [userId]);
  if (!counts || !changesText(counts)) return null;
  return (
    <div className="w-full max-w-xl rounded-medium bg-warn-soft px-4 py-3 text-warn">
      <p className="font-semibold">{changesText(counts)}</p>
      <p>{unsentChangesText(counts)}</p>
    </div>
  );
}
