/** The properties of a text box that decide where its letters stand. */
const COPIED = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'borderStyle',
  'font',
  'fontStretch',
  'letterSpacing',
  'lineHeight',
  'tabSize',
] as const

/**
 * Returns where a letter of a text box stands, in px from its upper left corner: `top` is the lower edge of its line. A
 * browser does not state this for a text box, so the function lays the text out a second time.
 */
export function caretPlace(box: HTMLTextAreaElement, at: number): { top: number; left: number } {
  const mirror = document.createElement('div')
  const style = getComputedStyle(box)
  for (const name of COPIED) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  mirror.textContent = box.value.slice(0, at)
  const mark = document.createElement('span')
  mark.textContent = box.value.slice(at) || '.'
  mirror.append(mark)
  document.body.append(mirror)
  const place = {
    top: mark.offsetTop + (Number.parseFloat(style.lineHeight) || 20) - box.scrollTop,
    left: mark.offsetLeft,
  }
  mirror.remove()
  return place
}
