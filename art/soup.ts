// The table where the soup is: its pot, its bowls.
import { darker, lighter, line, oval, rect, shape } from './paint.ts';
import { colours } from './palette.ts';
import { drop } from './signs.ts';

export const table = () =>
  rect(1040, 822, 500, 190, colours.red) +
  rect(1026, 810, 520, 28, colours.cream, { rx: 10 }) +
  drop(1270, 926, 40, colours.cream);

export const pot = () =>
  line('M-92 -104 h-44 v34 h44 M92 -104 h44 v34 h-44', '#6d7884', 11) +
  shape('M-100 -150 H100 L94 -14 Q92 0 76 0 H-76 Q-92 0 -94 -14 Z', '#9aa4ae') +
  shape('M40 -150 H100 L94 -14 Q92 0 76 0 H36 Z', '#7d8894', { opacity: 0.7 }) +
  oval(0, -150, 104, 20, lighter('#9aa4ae', 0.3)) +
  oval(0, -148, 92, 14, colours.amber) +
  line('M-66 -130 V-30', colours.white, 9, { opacity: 0.5 });

export const bowls = () =>
  [0, 1, 2, 3]
    .map((i) =>
      shape(
        `M-60 ${-30 - i * 24} H60 C58 ${-4 - i * 24} 40 ${-i * 24} 24 ${-i * 24} H-24 C-40 ${-i * 24} -58 ${-4 - i * 24} -60 ${-30 - i * 24} Z`,
        i % 2 ? colours.straw : colours.teal,
      ),
    )
    .join('');

export const bowl = () =>
  shape('M-58 -20 H58 C56 24 30 40 0 40 C-30 40 -56 24 -58 -20 Z', colours.teal) +
  oval(0, -20, 58, 12, darker(colours.teal, 0.2)) +
  oval(0, -18, 50, 8, colours.amber);
