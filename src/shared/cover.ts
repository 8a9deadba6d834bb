// Savepoint's generated covers, ported from the design reference byte for byte: pure, deterministic, no dependencies.
// Changing anything here changes everybody's shelf, so it changes COVER_VERSION too.

import { DRAW, type Draw, kind } from './cover/drawings.ts'
import { choose, LAY } from './cover/layouts.ts'
import { CJK, CJK_FAMILY, FAMILY, RTL, RTL_FAMILY, type Subject } from './cover/lettering.ts'
import { PALETTES, type Palette } from './cover/palettes.ts'
import { hash, random } from './cover/random.ts'
import { esc, H, rect, W } from './cover/svg.ts'

/** Part of every cover's address. */
const COVER_VERSION = 1

export interface CoverSubject {
  title?: string | null | undefined
  year?: number | string | null | undefined
  genre?: string | null | undefined
  developer?: string | null | undefined
}
export interface CoverOptions {
  /** Shows developer and year at the foot; for posters from 200 px. */
  facts?: boolean
  /** Needed in a separate file, not inside a page. */
  xmlns?: boolean
  /** False where the surrounding link already names the game. */
  label?: boolean
}

// Control characters, lone surrogates and bidi overrides are not allowed in XML or in a title.
const clean = (s: unknown, max: number): string => {
  const text = String(s ?? '')
  // Of plain text, only the spaces may need it.
  if (/^[\x20-\x7e]*$/.test(text)) return text.slice(0, max).replace(/ {2,}/g, ' ').trim()
  return Array.from(
    text
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g, ' '),
  )
    .filter((c) => !(c.length === 1 && c >= '\ud800' && c <= '\udfff'))
    .slice(0, max)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Draws an SVG of 3:4 (viewBox 0 0 300 400). The same subject gives the same bytes everywhere. */
export function cover(
  { title, year, genre, developer }: CoverSubject = {},
  { facts: showFacts = true, xmlns = true, label = true }: CoverOptions = {},
): string {
  const name = clean(title, 90) || 'Unknown Game'
  const y = /^\d{4}$/.test(String(year ?? '')) ? String(year) : ''
  const m = /^(.{2,}?)(?:: | [\u2013\u2014-] |\uff1a)(.{2,})$/u.exec(name)
  const short = (s: string, k: number) => {
    const a = Array.from(s)
    return a.length > k
      ? a
          .slice(0, k - 1)
          .join('')
          .trim() + '\u2026'
      : s
  }
  const c: Subject = {
    head: m ? short(m[1] as string, 44) : short(name, 64),
    sub: m ? short(m[2] as string, 44) : '',
    year: y,
    developer: clean(developer, 60),
    facts: showFacts,
    cjk: CJK.test(name),
    rtl: RTL.test(name),
  }
  const h = hash(`${name.toLowerCase()}|${y}`),
    r = random(h)
  const p = PALETTES[Math.floor(r() * PALETTES.length)] as Palette
  const motif: Draw = DRAW[kind(clean(genre, 60), h)]
  const layout = choose(c, h >>> 7)
  const body = LAY[layout](c, p, (w, hh, a, b, g) => motif(w, hh, r, a, b, g), r)
  const opening = `<svg${xmlns ? ' xmlns="http://www.w3.org/2000/svg"' : ''} class="cv" viewBox="0 0 ${W} ${H}" ${label ? `role="img" aria-label="${esc(name)}"` : 'aria-hidden="true"'} font-family="${FAMILY}${c.cjk ? CJK_FAMILY : ''}${c.rtl ? RTL_FAMILY : ''}sans-serif" text-rendering="geometricPrecision">`
  // Joined, so that it is one piece in memory, and not the hundred that it was added up from: pages with many covers
  // copy it, and caches keep it.
  return [opening, rect(0, 0, W, H, p.bg), body, '</svg>'].join('')
}

/** Returns the content address of a cover: its version and everything that it is made from. */
export function coverHash({ title, year, genre, developer }: CoverSubject): string {
  const all = [COVER_VERSION, title ?? '', year ?? '', genre ?? '', developer ?? ''].join('\n')
  return hash(all).toString(36) + hash(`${all}\n`).toString(36)
}
