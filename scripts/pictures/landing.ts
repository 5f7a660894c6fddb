import type { Scene } from './scene.ts';
import { bus } from './scenes/bus.ts';
import { calendar } from './scenes/calendar.ts';
import { campaignNight } from './scenes/campaign-night.ts';
import { founders } from './scenes/founders.ts';
import { garden } from './scenes/garden.ts';
import { inspire } from './scenes/inspire.ts';
import { lost } from './scenes/lost.ts';
import { saveLife } from './scenes/save-life.ts';
import { stepDonation } from './scenes/step-donation.ts';
import { stepRegistration } from './scenes/step-registration.ts';
import { stepRest } from './scenes/step-rest.ts';
import { students } from './scenes/students.ts';
import { mina, nadia, tomas } from './team.ts';

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
  { name: 'save-life', scene: saveLife, clear: true },
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
  { name: 'campaign-night', scene: campaignNight },
  { name: 'campaign-garden', scene: garden },
  { name: 'step-registration', scene: stepRegistration },
  { name: 'step-donation', scene: stepDonation },
  { name: 'step-rest', scene: stepRest },
  { name: 'who-we-are', scene: founders },
  { name: 'intro', scene: calendar, clear: true },
  { name: 'nadia', scene: nadia },
  { name: 'tomas', scene: tomas },
  { name: 'mina', scene: mina },
  { name: 'lost', scene: lost, clear: true },
];
