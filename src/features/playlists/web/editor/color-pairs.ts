/** Grounds and texts to begin with, each pair with a contrast of at least 7 : 1. */
export const COLOR_PAIRS: readonly { name: string; backgroundColor: string; textColor: string }[] = [
  { name: 'Paper', backgroundColor: '#ffffff', textColor: '#000000' },
  { name: 'Ink', backgroundColor: '#0e1618', textColor: '#f0f4f1' },
  { name: 'Sand', backgroundColor: '#ebe5d6', textColor: '#1a2124' },
  { name: 'Ember', backgroundColor: '#7a1f16', textColor: '#fdeed9' },
  { name: 'Moss', backgroundColor: '#17402f', textColor: '#e4f3e6' },
  { name: 'Lagoon', backgroundColor: '#0d4a52', textColor: '#e2f4f5' },
  { name: 'Dusk', backgroundColor: '#2b1d52', textColor: '#efe8ff' },
  { name: 'Amber', backgroundColor: '#e3a933', textColor: '#2a1a0c' },
]
