import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useSession } from '#web/auth/auth-provider.tsx';
import { countUnsent } from './devices.ts';
import { unsentText } from './texts.ts';

/** How many changes this device has not sent, and what becomes of them. Shown when the shift has ended. */
export function UnsentChanges() {
  const { user } = useSession();
  const userId = user?.uid ?? '';
  const [count, setCount] = useState(0);
  useEffect(() => void countUnsent(userId).then(setCount), [userId]);
  if (count === 0) return null;
  return (
    <div className="w-full max-w-xl rounded-medium bg-warn-soft px-4 py-3 text-warn">
      <p className="font-semibold">{unsentText(count)}</p>
      <p>{t`They stay on this device for 7 days, and are sent when you sign in here again.`}</p>
    </div>
  );
}
