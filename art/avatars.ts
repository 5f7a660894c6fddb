import { blended, circle, glow, place } from './paint.ts';
import { colours, hairs, skins } from './palette.ts';
import { type Person, person } from './person.ts';
import type { Scene } from './scene.ts';
import { drop, heart } from './signs.ts';

const portraits: readonly { name: string; from: string; to: string; who: Person }[] = [
  {
    name: 'nusrat',
    from: colours.mint,
    to: colours.sage,
    who: {
      skin: skins.honey,
      hair: hairs.black,
      style: 'hijab',
      cloth: colours.red,
      look: 0.3,
      top: colours.cream,
    },
  },
  {
    name: 'tanvir',
    from: colours.sand,
    to: colours.straw,
    who: {
      skin: skins.amber,
      hair: hairs.black,
      style: 'quiff',
      beard: 'stubble',
      look: -0.35,
      mouth: 'grin',
      top: colours.teal,
      neck: 'collar',
    },
  },
  {
    name: 'maria',
    from: colours.blush,
    to: colours.rose,
    who: {
      skin: skins.peach,
      hair: hairs.chestnut,
      style: 'long',
      look: 0.35,
      eyes: 'smiling',
      earrings: true,
      top: colours.pine,
      neck: 'vee',
    },
  },
  {
    name: 'abdul',
    from: '#dce8ea',
    to: '#a9c4cc',
    who: {
      skin: skins.cinnamon,
      hair: hairs.silver,
      style: 'cap',
      cloth: colours.white,
      beard: 'full',
      look: 0.25,
      glasses: true,
      top: colours.cream,
      neck: 'kurta',
    },
  },
  {
    name: 'grace',
    from: colours.straw,
    to: colours.amber,
    who: {
      skin: skins.cocoa,
      hair: hairs.black,
      style: 'afro',
      look: -0.3,
      mouth: 'grin',
      earrings: true,
      top: colours.red,
    },
  },
  {
    name: 'shirin',
    from: colours.cream,
    to: colours.blush,
    who: {
      skin: skins.amber,
      hair: hairs.espresso,
      style: 'braid',
      look: 0.3,
      glasses: true,
      top: colours.straw,
      over: 'sari',
      overColour: colours.teal,
    },
  },
  {
    name: 'daniel',
    from: colours.sage,
    to: colours.teal,
    who: {
      skin: skins.porcelain,
      hair: hairs.copper,
      style: 'curls',
      beard: 'full',
      look: -0.3,
      eyes: 'smiling',
      top: colours.night,
    },
  },
  {
    name: 'rokeya',
    from: colours.rose,
    to: colours.terracotta,
    who: {
      skin: skins.umber,
      hair: hairs.steel,
      style: 'bun',
      look: 0.3,
      eyes: 'smiling',
      mouth: 'grin',
      earrings: true,
      top: colours.mint,
      neck: 'vee',
    },
  },
];

/** The faces beside the opinions. */
const faces = portraits.map(({ name, from, to, who }) =>
  avatar(name, from, to, place(200, 300, person(who), { scale: 1.52 })),
);

/** Beside an opinion whose donor we have no picture of, nor want one. */
const donor = avatar(
  'donor',
  colours.blush,
  colours.rose,
  drop(200, 222, 92, colours.red) + heart(200, 246, 44, colours.white),
);

export const avatars: readonly Scene[] = [...faces, donor];

function avatar(name: string, from: string, to: string, inside: string): Scene {
  return {
    file: `${name}.webp`,
    width: 400,
    height: 400,
    draw: () =>
      blended(0, 0, 400, 400, from, to) +
      circle(200, 190, 150, colours.white, { opacity: 0.25 }) +
      glow(200, 170, 190, '#fff6dc', 0.5) +
      inside,
  };
}
