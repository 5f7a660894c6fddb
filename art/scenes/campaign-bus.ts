import { fist } from '../limbs.ts';
import { basket, busFront, foldingTable, fruitStall, kettle, teaGlass } from '../market.ts';
import { blended, cut, glow, line, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { cloud, tree } from '../props.ts';
import type { Scene } from '../scene.ts';
import { plaster } from '../signs.ts';
import { garland, shadow } from '../street.ts';
import { walker } from '../walker.ts';

/** Position of the kettle in the nurse's hand, in her coordinates. */
const POURING = [-138, 126] as const;

/** The blood bus at the market: tea for those who have given, and those who come next. */
export const campaignBus: Scene = {
  file: 'campaign-bus',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 760, '#c3e2e4', '#fdeed3') +
    glow(520, 120, 380, '#fff3c9', 0.9) +
    cloud(1250, 110, 0.8) +
    houses() +
    place(1450, 740, tree(colours.sage), { scale: 1.4 }) +
    rect(0, 700, 1500, 300, '#ecd5b2') +
    rect(0, 700, 1500, 16, '#d8bb95') +
    shadow(960, 790, 480) +
    place(540, 800, busFront()) +
    garland(580, 196, 930, 196, 12) +
    inTheDoor() +
    seller() +
    fruitStall() +
    buyer() +
    worker() +
    nurse() +
    teaStand(),
};

const houses = () =>
  [
    [430, 330, 150],
    [1380, 360, 160],
  ]
    .map(([x = 0, y = 0, w = 0]) => rect(x, y, w, 400, '#ecc9a4'))
    .join('');

const seller = () =>
  rect(0, 200, 440, 500, '#8a5a48') +
  place(
    176,
    436,
    walker({
      skin: skins.umber,
      hair: hairs.steel,
      style: 'short',
      beard: 'moustache',
      look: 0.5,
      mouth: 'calm',
      eyes: 'smiling',
      top: colours.sage,
      trousers: colours.night,
      left: { elbow: [-104, 140], hand: [-40, 200] },
      right: { elbow: [130, 70], hand: [150, -40], open: true },
    }),
    { scale: 0.8 },
  );

const buyer = () =>
  shadow(500, 914, 120) +
  place(
    486,
    396,
    walker({
      skin: skins.cinnamon,
      hair: hairs.black,
      style: 'bun',
      look: 0.5,
      mouth: 'smile',
      earrings: true,
      top: colours.night,
      hem: 'long',
      hemColour: '#d9653f',
      trousers: '#d9653f',
      stance: 'walk',
      tilt: 4,
      shoe: colours.brown,
      chest:
        shape('M-90 0 L-28 -10 C-10 80 40 150 90 190 V280 H-90 Z', '#d9653f') +
        line('M-28 -10 C-10 80 40 150 90 190', colours.straw, 10),
      left: { elbow: [-92, 140], hand: [-50, 226] },
      right: { elbow: [104, 130], hand: [112, 230] },
    }) + place(116, 246, basket()),
    { scale: 0.92 },
  );

const worker = () =>
  shadow(946, 920, 120) +
  place(
    922,
    392,
    walker({
      skin: skins.umber,
      hair: hairs.black,
      style: 'short',
      beard: 'stubble',
      look: 0.6,
      mouth: 'grin',
      eyes: 'smiling',
      top: colours.cream,
      hem: 'long',
      hemColour: '#3f7088',
      trousers: '#3f7088',
      shoe: colours.brown,
      left: { elbow: [-116, 120], hand: [-66, 210] },
      right: { elbow: [112, 136], hand: [40, 104], flip: true },
    }) +
      place(-104, 150, plaster(), { turn: 60, scale: 0.34 }) +
      place(20, 116, teaGlass()),
    { scale: 0.94 },
  );

const inTheDoor = () =>
  cut(
    'M1004 254 L1086 266 V716 L1004 724 Z',
    place(
      1050,
      430,
      walker({
        skin: skins.honey,
        hair: hairs.black,
        style: 'hijab',
        cloth: colours.dusk,
        look: -0.4,
        eyes: 'smiling',
        top: '#fbf4ea',
        sleeve: 'long',
        trousers: colours.teal,
        left: { elbow: [-80, 150], hand: [-20, 200] },
        right: { elbow: [80, 150], hand: [20, 210] },
      }),
      { scale: 0.54 },
    ),
  );

const nurse = () =>
  place(
    1376,
    384,
    walker({
      skin: skins.amber,
      hair: hairs.espresso,
      style: 'bob',
      look: -0.6,
      eyes: 'smiling',
      mouth: 'grin',
      top: colours.teal,
      trousers: colours.pine,
      shoe: colours.white,
      chest:
        line('M-26 -4 L0 120 L26 -4', colours.red, 7) +
        rect(-24, 118, 48, 58, colours.white, { rx: 5 }) +
        rect(-24, 118, 48, 15, colours.red),
      left: { elbow: [-96, 148], hand: POURING },
      right: { elbow: [106, 150], hand: [100, 250] },
    }),
    { scale: 0.92 },
  );

const teaStand = () =>
  shadow(1280, 914, 230) +
  place(1290, 910, foldingTable(400, 220)) +
  place(1226, 682, kettle('#cfd6d2'), { scale: 0.98 }) +
  place(1376 + POURING[0] * 0.92, 384 + POURING[1] * 0.92, fist(skins.amber), { turn: 196, scale: 0.66 }) +
  place(1366, 682, teaGlass()) +
  place(1424, 682, teaGlass());
