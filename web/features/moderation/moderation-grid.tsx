import { t } from '@lingui/core/macro';
import { getPictureSources } from '#contract/picture-sources.ts';
import type { ModerationItem } from '#contract/staff-moderation.ts';

type Props = { items: ModerationItem[]; openId: string; onOpen: (id: string) => void };

/** Lists all waiting items. A click opens one. */
export const ModerationGrid = ({ items, openId, onOpen }: Props) => (
  <ul
    aria-label={t`Items waiting for a decision`}
    className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]"
  >
    {items.map((item) => (
      <li key={item._id}>
        <button
          type="button"
          aria-current={item._id === openId || undefined}
          className="grid size-full min-h-32 content-start gap-2 rounded-medium border-2 border-line bg-surface p-2 text-start text-small wrap-anywhere aria-[current]:border-red"
          onClick={() => onOpen(item._id)}
        >
          {item.photo && (
            <img
              {...getPictureSources(item.photo.img, item.photo.width)}
              sizes="11rem"
              alt=""
              loading="lazy"
              className="aspect-square w-full rounded-small bg-soft object-cover"
            />
          )}
          <span className="line-clamp-4" dir="auto">
            {item.photo?.title ?? item.review?.text}
          </span>
          {item.state === 'objection' && <strong>{t`The author objects`}</strong>}
          {item.isClaimed && <span className="text-ink-soft">{t`Another moderator has it`}</span>}
        </button>
      </li>
    ))}
  </ul>
);
