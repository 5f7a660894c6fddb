/** Small line icons, 24 by 24, drawn for this project. */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  next: 'M9 5l7 7-7 7',
  previous: 'M15 5l-7 7 7 7',
  down: 'M5 9l7 7 7-7',
  logout: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M11 12h10M17 8l4 4-4 4',
  calendar:
    'M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.8a3.3 3.3 0 0 1 0 6.4M18.5 14.6c1.9.9 3 2.8 3 5.4',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3.3-6.5 7.5-6.5s7.5 2.5 7.5 6.5',
  heart: 'M12 20.5C6 16 3 12.7 3 9a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2c0 3.7-3 7-9 11.5z',
  photo:
    'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3.5 17l5-5 4 4 3-3 5 4.5M15.5 9.5h.01',
  drop: 'M12 3c3.7 4.6 6 7.7 6 11a6 6 0 0 1-12 0c0-3.3 2.3-6.4 6-11z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.5 2',
  place:
    'M12 21c4.5-4.4 7-7.9 7-11a7 7 0 1 0-14 0c0 3.1 2.5 6.6 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  card: 'M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3 10h18M7 14.5h4',
  upload: 'M12 16V5M7.5 9L12 4.5 16.5 9M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
} as const;

export type IconName = keyof typeof paths;

type Props = { name: IconName /** In rem. */; size?: number; className?: string };

/** Decorative icon, next to a text or inside a control with an accessible name. */
export function Icon({ name, size = 1.5, className }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      style={{ width: `${size}rem`, height: `${size}rem` }}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
