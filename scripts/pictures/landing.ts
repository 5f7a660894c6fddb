import type { Scene } from './scene.ts';
import { bus } from './scenes/bus.ts';
import { calendar } from './scenes/calendar.ts';
import { donation } from './scenes/donation.ts';
import { founders } from './scenes/founders.ts';
import { garden } from './scenes/garden.ts';
import { inspire } from './scenes/inspire.ts';
import { registration } from './scenes/registration.ts';
import { students } from './scenes/students.ts';
import { tea } from './scenes/tea.ts';
import { tent } from './scenes/tent.ts';

/** A picture of the landing page: a scene, or what `of` it is shown. */
export type LandingPicture = {
  name: string;
  scene: Scene;
  of?: { left: number; top: number; width: number; height: number };
  /** Stands on the page's own ground. */
  clear?: boolean;
};

const photo = { left: 0, top: 0, width: 1500, height: 1000 };

export const landing: readonly LandingPicture[] = [
  { name: 'inspire', scene: inspire, clear: true },
  {
    name: 'campaign-campus',
    scene: students,
    of: { ...photo, left: 130, top: 0, width: 1400, height: 933 },
  },
  {
    name: 'campaign-bus',
    scene: bus,
    of: { ...photo, left: 130, top: 60, width: 1370, height: 913 },
  },
  {
    name: 'campaign-night',
    scene: tent,
    of: { ...photo, left: 180, top: 60, width: 1140, height: 760 },
  },
  { name: 'campaign-garden', scene: garden },
  {
    name: 'step-registration',
    scene: registration,
    of: { left: 210, top: 120, width: 1020, height: 850 },
  },
  {
    name: 'step-donation',
    scene: donation,
    of: { left: 140, top: 60, width: 1110, height: 925 },
  },
  { name: 'step-rest', scene: tea, of: { left: 200, top: 120, width: 1050, height: 875 } },
  { name: 'who-we-are', scene: founders },
  { name: 'intro', scene: calendar, clear: true },
];
