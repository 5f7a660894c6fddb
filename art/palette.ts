export const colours = {
  red: '#a3122a',
  coral: '#d9533f',
  rose: '#e58a7b',
  blush: '#f4c7b5',
  cream: '#fdf3e3',
  sand: '#f3dfc1',
  straw: '#e9bd6b',
  amber: '#dd9135',
  terracotta: '#c0623f',
  brown: '#7a4630',
  wood: '#b97f52',
  mint: '#cfe3d6',
  sage: '#9fc1ad',
  teal: '#3f8378',
  pine: '#235650',
  night: '#1f3550',
  dusk: '#5b4a72',
  sky: '#cfe5ea',
  ink: '#33202a',
  white: '#fffaf2',
} as const;

export const skins = {
  porcelain: '#f6d3ba',
  peach: '#eebd97',
  honey: '#d99e70',
  amber: '#c68654',
  cinnamon: '#a9683f',
  umber: '#834d30',
  cocoa: '#623623',
} as const;

export const hairs = {
  black: '#2a1b20',
  espresso: '#40271f',
  chestnut: '#6f3f26',
  copper: '#a9562c',
  wheat: '#cf9a55',
  silver: '#cfc6bf',
  steel: '#8d8588',
} as const;
