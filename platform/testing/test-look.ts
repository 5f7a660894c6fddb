import type { SiteLook } from '#platform/email-layout.ts';

/** The look of the emails of a site without an owner's logo and color. */
export const testLook: SiteLook = {
  mark: { src: 'https://blood.example/email-mark.png', isOnFill: true },
  accent: {
    light: { fill: '#9c1322', onFill: '#ffffff', ink: '#9c1322' },
    dark: { fill: '#bf2638', onFill: '#ffffff', ink: '#ff9a9d' },
  },
};
