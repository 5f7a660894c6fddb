import { t } from '@lingui/core/macro';
import type { Content } from '#contract/content-endpoints.ts';
import { isSame } from './draft.ts';
import { formatSiteTime } from './site-time.ts';

/** Describes whether the site shows a group or an item. @param timeZone the site's */
export function stateText(
  { state, draft, hasDraft, published, publishAt }: Content,
  timeZone: string,
): string {
  if (state === 'scheduled' && publishAt) {
    const when = formatSiteTime(publishAt, timeZone);
    return t`Scheduled for ${when}`;
  }
  if (state === 'past') return t`Past`;
  if (state === 'published')
    return isSame(draft, published) ? t`Published` : t`Published, with a draft that is not published`;
  return hasDraft ? t`Draft, not published` : t`Not changed yet`;
}
