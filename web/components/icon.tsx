// Paths of line icons, drawn for this project in a box of 24 by 24 units. Every page loads these; icons.ts
// has the others.
export const menuIcon = 'M4 7h16M4 12h16M4 17h16';
export const closeIcon = 'M6 6l12 12M18 6L6 18';
export const downIcon = 'M5 9l7 7 7-7';
export const nextIcon = 'M9 5l7 7-7 7';
export const previousIcon = 'M15 5l-7 7 7 7';
export const logoutIcon = 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M11 12h10M17 8l4 4-4 4';

type Props = {
  path: string;
  /** Size in rem. */
  size?: number;
  className?: string;
};

/**
 * Renders an icon that screen readers skip. Use it next to text, or in a control that has an accessible name.
 */
export function Icon({ path, size = 1.5, className }: Props) {
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
    >
      <path d={path} />
    </svg>
  );
}
