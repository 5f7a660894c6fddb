import type { Scene } from './scene.ts';
import { bus } from './scenes/bus.ts';
import { donation } from './scenes/donation.ts';
import { family } from './scenes/family.ts';
import { highFive, reachingHands } from './scenes/hands.ts';
import { nurse } from './scenes/nurse.ts';
import { strongArm } from './scenes/plaster.ts';
import { registration } from './scenes/registration.ts';
import { tea } from './scenes/tea.ts';
import { thankYouCard } from './scenes/thank-you-card.ts';
import { volunteers } from './scenes/volunteers.ts';
import { waitingRoom } from './scenes/waiting-room.ts';

export const pictures: readonly Scene[] = [
  donation,
  volunteers,
  bus,
  tea,
  strongArm,
  reachingHands,
  waitingRoom,
  family,
  registration,
  nurse,
  highFive,
  thankYouCard,
];
