import { formatTime } from './days.ts';

const toTwoDigits = (number: number): string => String(number).padStart(2, '0');

/**
 * Formats the time of an instant in the reader's time zone, as arrival times are written: `9:40`, `14:38`.
 */
export function formatClock(at: number | string): string {
  const date = new Date(at);
  return formatTime(`${toTwoDigits(date.getHours())}:${toTwoDigits(date.getMinutes())}`);
}
