import type { Scene } from './scene.ts';
import { bus } from './scenes/bus.ts';
import { coolBox } from './scenes/cool-box.ts';
import { donation } from './scenes/donation.ts';
import { family } from './scenes/family.ts';
import { grandmother } from './scenes/grandmother.ts';
import { highFive, reachingHands } from './scenes/hands.ts';
import { nurse } from './scenes/nurse.ts';
import { rain } from './scenes/rain.ts';
import { registration } from './scenes/registration.ts';
import { river } from './scenes/river.ts';
import { strongArm } from './scenes/strong-arm.ts';
import { students } from './scenes/students.ts';
import { tea } from './scenes/tea.ts';
import { tent } from './scenes/tent.ts';
import { thankYouCard } from './scenes/thank-you-card.ts';
import { volunteers } from './scenes/volunteers.ts';
import { waitingRoom } from './scenes/waiting-room.ts';

export const photos: readonly Scene[] = [
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
  tent,
  river,
  rain,
  grandmother,
  coolBox,
  students,
];
