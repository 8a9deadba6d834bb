import { drawPicture } from '#server/pictures/draw.ts'
import { appIcon } from '#server/pictures/parts.ts'
import { APP_ICONS, type AppIconName } from '../../install.rules.ts'

const drawn = new Map<AppIconName, Promise<Uint8Array>>()

/** Draws an icon of the app when it is first asked for, and keeps it: there are few, and they never change. */
export function drawAppIcon(name: AppIconName): Promise<Uint8Array> {
  const known = drawn.get(name)
  if (known) return known
  const { size, purpose } = APP_ICONS[name]
  const drawing = drawPicture(appIcon(purpose, size), { width: size, height: size })
  drawn.set(name, drawing)
  // A drawing that failed is tried again with the next request.
  drawing.catch(() => drawn.delete(name))
  return drawing
}
