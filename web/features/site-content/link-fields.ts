import { t } from '@lingui/core/macro';
import { formatNumber } from '#web/i18n/numbers.ts';
import { type Draft, isSame, readValue, setValue } from './draft.ts';
import type { ContentField } from './fields.ts';

const networks = {
  instagram: 'Instagram',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  pinterest: 'Pinterest',
};

const columns = {
  company: t`Footer: Company`,
  help: t`Footer: Help center`,
  legal: t`Footer: Legal`,
  download: t`Footer: Download`,
};

const MAX_LINKS = 10;

const linksOf = (draft: Draft, column: string) => (readValue(draft, `footer.${column}`) ?? []) as Draft[];

/** Sets a field of a link, which may be the first field of a new one. */
export function setLink(draft: Draft, column: string, index: number, path: string, value: string): Draft {
  const links = linksOf(draft, column);
  const added = index < links.length ? draft : setValue(draft, `footer.${column}`, [...links, {}]);
  return setValue(added, path, value);
}

/** The fields of one link. An empty one follows those that are filled in. */
function footerFields(column: keyof typeof columns, index: number): ContentField[] {
  const path = `footer.${column}.${index}`;
  const number = formatNumber(index + 1);
  const common: Pick<ContentField, 'legend' | 'isShown' | 'set'> = {
    legend: columns[column],
    isShown: (draft) => index === 0 || !isSame(linksOf(draft, column)[index - 1] ?? {}, {}),
    set: (draft, value, field) => setLink(draft, column, index, field, value),
  };
  return [
    {
      ...common,
      name: `${path}.label`,
      label: t`Link ${number}: text`,
      type: 'line',
      isByLanguage: true,
      limit: 60,
    },
    { ...common, name: `${path}.url`, label: t`Link ${number}: address`, type: 'address', limit: 500 },
  ];
}

/** The links of the footer: to profiles at social networks, and those of its columns. */
export const linkFields: ContentField[] = [
  ...Object.entries(networks).map(
    ([network, label]): ContentField => ({
      name: `social.${network}`,
      label,
      type: 'address',
      limit: 500,
      legend: t`Social networks`,
    }),
  ),
  ...(Object.keys(columns) as (keyof typeof columns)[]).flatMap((column) =>
    Array.from({ length: MAX_LINKS }, (_, index) => footerFields(column, index)).flat(),
  ),
];
