import type { Scene } from './scene.ts';
import { calendar } from './scenes/calendar.ts';
import { campaignBus } from './scenes/campaign-bus.ts';
import { campaignCampus } from './scenes/campaign-campus.ts';
import { campaignNight } from './scenes/campaign-night.ts';
import { founders } from './scenes/founders.ts';
import { garden } from './scenes/garden.ts';
import { inspire } from './scenes/inspire.ts';
import { lost } from './scenes/lost.ts';
import { registration } from './scenes/registration.ts';
import { river } from './scenes/river.ts';
import { saveLife } from './scenes/save-life.ts';
import { stepDonation } from './scenes/step-donation.ts';
import { stepRegistration } from './scenes/step-registration.ts';
import { stepRest } from './scenes/step-rest.ts';
import { students } from './scenes/students.ts';
import { tea } from './scenes/tea.ts';
import { thankYouCard } from './scenes/thank-you-card.ts';
import { mina, nadia, tomas } from './team.ts';

/** A drawing of the pages: a scene by the name of its files. */
export type Drawing = {
  name: string;
  scene: Scene;
  /** Stands on the page's own ground. */
  clear?: boolean;
};

export const drawings: readonly Drawing[] = [
  { name: 'save-life', scene: saveLife, clear: true },
  { name: 'inspire', scene: inspire, clear: true },
  { name: 'campaign-campus', scene: campaignCampus },
  { name: 'campaign-bus', scene: campaignBus },
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
  { name: 'page-campaign', scene: students },
  { name: 'page-blogs', scene: thankYouCard },
  { name: 'page-contact', scene: registration },
  { name: 'page-donor', scene: tea },
  { name: 'page-reciever', scene: river },
];
