export interface Palette {
  name: string
  bg: string
  fg: string
  sub: string
  a: string
  b: string
}

export const PALETTES: readonly Palette[] = [
  // ground, type, subtitle (all >= 4.5:1 on ground), a + b: the two inks of the drawing
  { name: 'petrol', bg: '#0f4650', fg: '#f5ecd7', sub: '#f4b26b', a: '#f2a65a', b: '#237f86' },
  { name: 'brick', bg: '#a93a26', fg: '#fdeed9', sub: '#ffe0a0', a: '#f5b74f', b: '#7a2217' },
  { name: 'ochre', bg: '#e3a933', fg: '#2a1a0c', sub: '#6b2409', a: '#b8461d', b: '#f7dd95' },
  { name: 'bottle', bg: '#1b3b2e', fg: '#edf3dc', sub: '#e6cb72', a: '#86ba66', b: '#e3c567' },
  { name: 'navy', bg: '#1a2a50', fg: '#f4ebdb', sub: '#f39a85', a: '#e4614b', b: '#4b78bd' },
  { name: 'plum', bg: '#471d3b', fg: '#fbe3e4', sub: '#f2a0b0', a: '#e2708b', b: '#86406a' },
  { name: 'blush', bg: '#f2bcae', fg: '#37131d', sub: '#8a1e33', a: '#c33c4d', b: '#fae6d8' },
  { name: 'sky', bg: '#9fcce5', fg: '#0d2438', sub: '#174a7c', a: '#2a6ba8', b: '#f5f2e0' },
  { name: 'bone', bg: '#ebe5d6', fg: '#1a2124', sub: '#a83418', a: '#d64b2b', b: '#2d6f74' },
  { name: 'graphite', bg: '#23292d', fg: '#f4f1e8', sub: '#ecd06a', a: '#e9c646', b: '#5b6870' },
  { name: 'sea', bg: '#0f6a63', fg: '#fff8e4', sub: '#fbd891', a: '#f6c667', b: '#0a4643' },
  { name: 'lilac', bg: '#beb3de', fg: '#211740', sub: '#463484', a: '#5b4a9d', b: '#f3e1ec' },
  { name: 'moss', bg: '#8a9842', fg: '#11150a', sub: '#262d08', a: '#e0e29a', b: '#46521c' },
  { name: 'orange', bg: '#e97a42', fg: '#2a1007', sub: '#52170a', a: '#fcdcab', b: '#a83d17' },
  { name: 'ice', bg: '#d6e6e4', fg: '#10323a', sub: '#1d6067', a: '#3c8c92', b: '#e78c58' },
  { name: 'oxblood', bg: '#651322', fg: '#fbe7d4', sub: '#f2ab62', a: '#e8913f', b: '#a2303e' },
]
