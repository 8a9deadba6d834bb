import { useEffect, useLayoutEffect } from 'react'

const useBeforePaint = import.meta.env.SSR ? useEffect : useLayoutEffect

const FAMILY = 'Archivo Variable'
const LATE_FAMILY = 'Archivo Late'

/**
 * Shows the typeface to a person who opened the first page on a slow connection. `font-display: optional` leaves that
 * page in its fallback font for good, so that no text moves. In a single-document app, however, that page never ends.
 * Therefore this loads the same files as a second family, which the document uses from the next page on.
 */
export function LateTypeface({ pathname, first }: { pathname: string; first: string }): null {
  useEffect(() => {
    const prepare = () => {
      if (!isInUse(FAMILY)) for (const face of lateFaces()) if (face.unicodeRange.startsWith(BASIC)) load(face)
    }
    if (document.readyState === 'complete') prepare()
    else addEventListener('load', prepare, { once: true })
    return () => removeEventListener('load', prepare)
  }, [])
  useBeforePaint(() => {
    if (pathname === first) return
    const { style } = document.documentElement
    if (style.getPropertyValue('--typeface') || isInUse(FAMILY)) return
    // Not earlier: a face that joins the document changes the styles of the whole page.
    for (const face of lateFaces()) document.fonts.add(face)
    style.setProperty('--typeface', `"${LATE_FAMILY}"`)
  }, [pathname, first])
  return null
}

/** The start of the unicode range of the file that every page needs. */
const BASIC = 'U+20-'

// A face that fails to load now is requested again when a page uses it.
const load = (face: FontFace) => void face.load().catch(() => {})

/** Returns whether the browser draws text in this family, and not in the next family of the list. */
function isInUse(family: string): boolean {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return true
  const widthIn = (font: string) => {
    context.font = `100px ${font}`
    return context.measureText('Savepoint').width
  }
  return widthIn(`"${family}", monospace`) !== widthIn('monospace')
}

let faces: FontFace[] | undefined

/**
 * Returns the faces of fonts.css under another name, which may load at any time; the fallbacks in fonts.css prevent
 * layout shifts.
 */
function lateFaces(): FontFace[] {
  faces ??= createLateFaces()
  return faces
}

function createLateFaces(): FontFace[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  return rules.flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return []
    const of = (name: string) => rule.style.getPropertyValue(name)
    if (of('font-family').replaceAll('"', '') !== FAMILY) return []
    const base = rule.parentStyleSheet?.href ?? location.href
    const source = of('src').replace(/url\("([^"]+)"\)/, (_, file: string) => `url("${new URL(file, base).href}")`)
    const face = new FontFace(LATE_FAMILY, source, {
      weight: of('font-weight'),
      stretch: of('font-stretch'),
      unicodeRange: of('unicode-range'),
      display: 'swap',
    })
    return [face]
  })
}
