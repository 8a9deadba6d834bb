/** Short forms of series and games that the initials of their names do not give. A number behind one belongs to the name. */
const SERIES: Readonly<Record<string, string>> = {
  bdsp: 'pokemon brilliant diamond',
  bl: 'borderlands',
  botw2: 'tears of the kingdom',
  fo: 'fallout',
  frlg: 'pokemon firered',
  hgss: 'pokemon heartgold',
  mkdd: 'mario kart double dash',
  mkwii: 'mario kart wii',
  nv: 'new vegas',
  oras: 'pokemon omega ruby',
  pla: 'pokemon legends arceus',
  r6: 'rainbow six',
  r6s: 'rainbow six siege',
  swsh: 'pokemon sword',
  uc: 'uncharted',
  usum: 'pokemon ultra sun',
  xc: 'xenoblade chronicles',
  xcx: 'xenoblade chronicles x',
}

/** Returns a normalised text with its short forms of series written out; the same text if it has none. */
export function withSeriesNames(form: string): string {
  return form
    .split(' ')
    .map((word) => {
      const [, letters = '', number = ''] = /^([a-z]+)(\d+)$/.exec(word) ?? []
      const series = SERIES[letters]
      return SERIES[word] ?? (series ? `${series} ${number}` : word)
    })
    .join(' ')
}
