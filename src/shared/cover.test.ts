import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LAYOUTS } from './cover/layouts.ts'
import { PALETTES } from './cover/palettes.ts'
import { type CoverSubject, cover, coverHash } from './cover.ts'

const TITLES = [
  'Hades',
  'Hollow Knight',
  'The Legend of Zelda: Tears of the Kingdom',
  'Disco Elysium',
  'Elden Ring',
  'Portal 2',
  'Return of the Obra Dinn',
  "Baldur's Gate 3",
  'Tetris Effect',
  'Doom',
  'Mario Kart 8 Deluxe',
  'ゼルダの伝説',
  '沙罗曼蛇',
  'أمير بلاد فارس',
  'Metal Gear Solid 3: Snake Eater',
  'NieR:Automata',
  'Kentucky Route Zero: TV Edition',
  'FTL: Faster Than Light',
  '',
  ' ',
  'A',
  'III',
  'Mega Man X',
  'a'.repeat(200),
  '<script>alert("x")</script> & co',
  '\u202eevil\u0000',
  'Ōkami',
  '🎮',
  'x: y',
  'Super Mario Bros. 3',
  'Final Fantasy VII',
  'Wipeout — 2097',
]
const GENRES = [
  'Role-playing (RPG)',
  'Shooter',
  'Puzzle',
  'Racing',
  'Sport',
  'Strategy',
  'Platform',
  'Music',
  '',
  'Horror',
  'Indie',
]
const SUBJECTS = TITLES.map((title, at) => ({
  title,
  year: at % 5 === 0 ? null : 1980 + at,
  genre: GENRES[at % GENRES.length],
  developer: at % 3 === 0 ? 'Team & Söhne' : null,
}))

describe('the generated covers', () => {
  test('never change: a change here changes everybody’s shelf', () => {
    const all = SUBJECTS.map((subject) => cover(subject) + cover(subject, { facts: false, xmlns: false, label: false }))
    expect(createHash('sha256').update(all.join('\n')).digest('hex')).toBe(
      'a8749302f4f823e129ca293b1ed2daf770b9437e20d25ab9a313d726fa60816b',
    )
  })

  test('contain no markup from the title, no ids, styles or scripts', () => {
    for (const subject of SUBJECTS) {
      const svg = cover(subject)
      expect(svg).not.toMatch(/<script|<style| id=| style=|href/)
      expect(svg).not.toContain('\u202e')
      expect(svg).not.toContain('\u0000')
      expect(svg.length).toBeLessThan(9000)
    }
  })

  test('exist for a game without a title', () => {
    expect(cover({})).toContain('aria-label="Unknown Game"')
    expect(cover({ title: null, year: 20 })).toBe(cover({}))
  })

  test('are the same for the same title in any case, and use every palette and layout', () => {
    const groundOf = (subject: CoverSubject) => /fill="(#\w{6})"/.exec(cover(subject))?.[1]
    expect(groundOf({ title: 'Hades', year: 2020 })).toBe(groundOf({ title: 'HADES', year: '2020' }))
    const grounds = new Set(Array.from({ length: 400 }, (_, at) => groundOf({ title: `Game ${at}` })))
    expect(grounds).toEqual(new Set(PALETTES.map(({ bg }) => bg)))
    expect(LAYOUTS).toHaveLength(8)
  })

  test('have an address that follows from their content', () => {
    const hades = { title: 'Hades', year: 2020, genre: 'Role-playing (RPG)', developer: 'Supergiant Games' }
    expect(coverHash(hades)).toBe(coverHash({ ...hades }))
    for (const other of [
      { ...hades, year: 2021 },
      { ...hades, title: 'Hades II' },
      { ...hades, developer: null },
    ])
      expect(coverHash(other)).not.toBe(coverHash(hades))
    expect(coverHash(hades)).toMatch(/^[0-9a-z]+$/)
  })

  const reference = new URL('../../../shared/design/covers.mjs', import.meta.url)
  test.skipIf(!existsSync(reference))(
    'are byte for byte those of the design reference (skipped without it)',
    async () => {
      const original = (await import(/* @vite-ignore */ reference.href)) as { cover: typeof cover }
      for (const subject of SUBJECTS) expect(cover(subject)).toBe(original.cover(subject))
    },
  )
})
