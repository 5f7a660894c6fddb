import type { Journey } from './journey.ts';
import { followLink, register, signIn, signOut } from './steps.ts';

export const accountJourney: Journey = {
  title: '[LGN-02] [OUT-01] a visitor registers, signs out and signs in again',
  async run(page) {
    const person = await register(page);
    await signOut(page);
    await signIn(page, person);
    await followLink(page, 'DashBoard');
    await page.see({ css: 'main h1', name: `hello ${person.name} , Your Appointments` });
    await signOut(page);
  },
};
